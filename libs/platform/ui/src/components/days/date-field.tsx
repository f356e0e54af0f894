import '@mantine/dates/styles.layer.css';
import { languageOf } from '@cotejo/i18n';
import { Input } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../provider/use-format.ts';
import { yearsAway } from './years-away.ts';

dayjs.extend(customParseFormat);

/** Accepted formats, all with the day first; month-first input would silently parse as another day. */
const WRITTEN = ['DD/MM/YYYY', 'D/M/YYYY', 'D/M/YY', 'DD-MM-YYYY', 'YYYY-MM-DD'];

/** Parses typed text to `yyyy-MM-dd`; null if it is no valid date. */
export function readDay(text: string): string | null {
  const day = dayjs(text.trim(), WRITTEN, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
}

/** Like `readDay` while the text is being typed: "5/12/20" may be the beginning of a longer year. */
const readWhole = (text: string): string | null => (/\d{4}/.test(text) ? readDay(text) : null);

/** What is said of a day stands below it. */
const WRAPPER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

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

/**
 * A day shown and typed as dd/MM/yyyy whatever the browser's language, with a calendar. The calendar opens on click or
 * arrow down, not on focus: it would cover the error that the focus was moved to. A year that is probably mistyped gets a
 * warning; the day is accepted.
 */
export function DateField({ value, onChange, onBlur, ariaLabel, ...field }: DateFieldProps) {
  const { t, i18n } = useTranslation('ui');
  const format = useFormat();
  // A day that was there before is no news.
  const [first] = useState(value);
  const years = value === first ? 0 : yearsAway(value, format.isoDay(new Date().toISOString()));
  const [isOpen, setOpen] = useState(false);
  return (
    <DateInput
      {...field}
      aria-label={ariaLabel}
      locale={languageOf(i18n)}
      valueFormat="DD/MM/YYYY"
      dateParser={readWhole}
      placeholder={t('date.format')}
      firstDayOfWeek={1}
      // Mantine's red weekends and grey days of other months fail the contrast of WCAG AA.
      weekendDays={[]}
      hideOutsideDates
      highlightToday
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
      onChange={(day) => {
        setOpen(false);
        onChange(day ?? '');
      }}
      onBlur={({ currentTarget }) => {
        setOpen(false);
        const day = currentTarget.value.trim() === '' ? '' : readDay(currentTarget.value);
        if (day !== null && day !== value) onChange(day);
        onBlur?.();
      }}
      // The library's own button would also report a text that is emptied only to type another day.
      rightSection={
        value !== '' &&
        field.withAsterisk !== true && (
          <Input.ClearButton tabIndex={-1} aria-label={t('date.clear')} onClick={() => onChange('')} />
        )
      }
      onClick={() => setOpen(true)}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown') setOpen(true);
        else if (key === 'Escape') setOpen(false);
      }}
      popoverProps={{ withinPortal: true, opened: isOpen }}
      inputWrapperOrder={WRAPPER}
      {...(years > 0 && {
        description: <span role="status">{t('date.far', { count: years })}</span>,
        descriptionProps: { c: 'var(--risk-mid)' },
      })}
    />
  );
}
