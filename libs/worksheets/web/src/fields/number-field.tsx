import { languageOf } from '@cotejo/i18n';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TypedField } from './typed-field.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { readNumber, showNumber } from './written-number.ts';

const WHOLE = /^\d{1,9}$/;

/** A whole number. */
export function NumberField({ type, valueKey, lock, hint }: ValueFieldProps & { readonly hint?: ReactNode }) {
  const { t, i18n } = useTranslation('worksheets-web');
  const language = languageOf(i18n);
  const field = useValue(type, valueKey);
  return (
    <TypedField
      field={field}
      lock={lock}
      {...(hint !== undefined && { hint })}
      wanted={t('field.wanted.number')}
      step={1}
      show={(value) => (typeof value === 'number' ? showNumber(String(value), language) : '')}
      read={(text) => {
        const digits = readNumber(text, language);
        return digits !== null && WHOLE.test(digits) ? Number(digits) : undefined;
      }}
    />
  );
}
