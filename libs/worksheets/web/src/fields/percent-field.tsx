import { languageOf } from '@cotejo/i18n';
import { useTranslation } from 'react-i18next';
import { TypedField } from './typed-field.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { readNumber, showNumber } from './written-number.ts';

/** A percentage from 0 to 100 with at most two decimals. */
export function PercentField({ type, valueKey, lock }: ValueFieldProps) {
  const { t, i18n } = useTranslation('worksheets-web');
  const language = languageOf(i18n);
  const field = useValue(type, valueKey);
  return (
    <TypedField
      field={field}
      lock={lock}
      wanted={t('field.wanted.percent')}
      step={1}
      unit="%"
      show={(value) => (typeof value === 'number' ? showNumber(String(value), language) : '')}
      read={(text) => {
        const digits = readNumber(text, language);
        if (digits === null || !/^\d+(\.\d{1,2})?$/.test(digits)) return undefined;
        const share = Number(digits);
        return share <= 100 ? share : undefined;
      }}
    />
  );
}
