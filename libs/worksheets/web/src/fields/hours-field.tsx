import { languageOf } from '@cotejo/i18n';
import { useTranslation } from 'react-i18next';
import { TypedField } from './typed-field.tsx';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';
import { readNumber, showNumber } from './written-number.ts';

const AN_HOUR = 60;
const HALF_AN_HOUR = 30;
const MOST_MINUTES = 6_000_000;

/** Hours in steps of one half; stored as minutes. */
export function HoursField({ type, valueKey, lock }: ValueFieldProps) {
  const { t, i18n } = useTranslation('worksheets-web');
  const language = languageOf(i18n);
  const field = useValue(type, valueKey);
  return (
    <TypedField
      field={field}
      lock={lock}
      hint={t('field.by_halves')}
      wanted={t('field.wanted.hours')}
      step={HALF_AN_HOUR}
      unit="h"
      show={(value) => (typeof value === 'number' ? showNumber(String(value / AN_HOUR), language) : '')}
      read={(text) => {
        const digits = readNumber(text.replace(/h$/i, ''), language);
        if (digits === null) return undefined;
        const minutes = Math.round((Number(digits) * AN_HOUR) / HALF_AN_HOUR) * HALF_AN_HOUR;
        return minutes <= MOST_MINUTES ? minutes : undefined;
      }}
    />
  );
}
