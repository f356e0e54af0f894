import '@mantine/dates/styles.layer.css';
import { languageOf } from '@cotejo/i18n';
import { DateInput } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

dayjs.extend(customParseFormat);

/** Accepted formats, all with the day first; month-first input would silently parse as another day. */
const WRITTEN = ['DD/MM/YYYY', 'D/M/YYYY', 'D/M/YY', 'DD-MM-YYYY', 'YYYY-MM-DD'];

/** Parses typed text to `yyyy-MM-dd`; null if it is no valid date. */
export function readDay(text: string): string | null {
  const day = dayjs(text.trim(), WRITTEN, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}

export interface DateFieldProps {
  readonly label?: ReactNode;
  /** Accessible name if there is no label. */
  readonly ariaLabel?: string;
  /** `yyyy-MM-dd`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly withAsterisk?: boolean;
  readonly error?: ReactNode;
  readonly minDate?: string;
}

/** A day shown and typed as dd/MM/yyyy whatever the browser's language, with a calendar. */
export function DateField({ value, onChange, ariaLabel, ...field }: DateFieldProps) {
  const { t, i18n } = useTranslation('ui');
  return (
    <DateInput
      {...field}
      aria-label={ariaLabel}
      locale={languageOf(i18n)}
      valueFormat="DD/MM/YYYY"
      dateParser={readDay}
      placeholder={t('date.format')}
      firstDayOfWeek={1}
      // Mantine's red weekends and grey days of other months fail the contrast of WCAG AA.
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={{
        previousMonth: t('date.previous_month'),
        nextMonth: t('date.next_month'),
        monthLevelControl: t('date.choose_month'),
        yearLevelControl: t('date.choose_year'),
        previousYear: t('date.previous_year'),
        nextYear: t('date.next_year'),
        previousDecade: t('date.previous_decade'),
        nextDecade: t('date.next_decade'),
      }}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      popoverProps={{ withinPortal: true }}
    />
  );
}
