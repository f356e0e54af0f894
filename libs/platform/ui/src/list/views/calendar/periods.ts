import type { Formatters, Language } from '@cotejo/i18n';
import { shownDays, type CalendarSpan } from './calendar-events.ts';
import { addDays } from '../days.ts';

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-CO', en: 'en-US' };

/** Moves by calendar pages: for months the same day, or the last one of a shorter month. */
export function stepOf(day: string, span: CalendarSpan, pages: number): string {
  if (span !== 'month') return addDays(day, pages * (span === 'week' ? 7 : 1));
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + pages, 1));
  const last = new Date(Date.UTC(year, month + pages, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1);
}

/** "noviembre de 2026" · "16/11/2026 – 22/11/2026" · "domingo, 22/11/2026" */
export function periodText(day: string, span: CalendarSpan, language: Language, format: Formatters): string {
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  if (span === 'month') return capital(named({ month: 'long', year: 'numeric' }));
  if (span === 'day') return `${capital(named({ weekday: 'long' }))}, ${format.date(day)}`;
  const { from, to } = shownDays(day, 'week');
  return `${format.date(from)} – ${format.date(to)}`;
}

/** Formats a part of a `Date` that a library created in the browser's time zone. */
export const datePart = (date: Date, options: Intl.DateTimeFormatOptions, language: Language): string =>
  capital(new Intl.DateTimeFormat(LOCALES[language], options).format(date));

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "Lun." */
export const weekdayText = (day: string, language: Language): string =>
  capital(
    new Intl.DateTimeFormat(LOCALES[language], { weekday: 'short', timeZone: 'UTC' }).format(Date.parse(day)),
  );
