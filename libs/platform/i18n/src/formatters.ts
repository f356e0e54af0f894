import { TZDate } from '@date-fns/tz';
import type { Language } from './language.ts';

/** Time zone in which all dates of the product are shown, independent of the machine's. */
export const TIME_ZONE = 'America/Bogota';

/** A moment (`Date`, ISO text, epoch milliseconds) or a calendar day (`yyyy-MM-dd`, which no time zone shifts). */
export type DateInput = Date | string | number;

export interface Formatters {
  /** 21/09/2026 */
  date(value: DateInput | null | undefined): string;
  /** 21-09-2026, the format of review notes. */
  noteDate(value: DateInput | null | undefined): string;
  /** 21-09-2026 10:42 */
  noteTime(value: DateInput | null | undefined): string;
  /** 21/09/2026 10:42 */
  dateTime(value: DateInput | null | undefined): string;
  /** 10:42 */
  time(value: DateInput | null | undefined): string;
  /** 2026-09-21, the format of forms and API calls. */
  isoDay(value: DateInput | null | undefined): string;
  /** "hace 2 s", "hace 5 min", "ayer"; a plain date once it is older than six days. */
  relative(value: DateInput, now?: DateInput): string;
  /** "hoy 10:42", "ayer 18:03", "21/09/2026 10:42". */
  moment(value: DateInput, now?: DateInput): string;
  /** 1.284 · 20,5; at most `decimals` decimals (default 2). */
  number(value: number, decimals?: number): string;
  /** Always with exactly `decimals` decimals: 20,0. */
  fixed(value: number, decimals: number): string;
  /** From 0–100: 71,8 %. */
  percent(value: number, decimals?: number): string;
  /** 352 h · 7,5 h */
  hours(value: number): string;
  /** From bytes: 640 MB · 1,2 GB, with a factor of 1024. */
  bytes(value: number): string;
  /** COP 128.500.000 */
  money(value: number, currency?: string): string;
}

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-CO', en: 'en-US' };
const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;
const KILO = 1024;
const BYTES = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formatters of one language. A missing or invalid date formats as an empty string. */
export function createFormatters(language: Language, zone: string = TIME_ZONE): Formatters {
  const locale = LOCALES[language];
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'narrow' });
  const dayName = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

  const show =
    (write: (moment: TZDate) => string) =>
    (value: DateInput | null | undefined): string => {
      const moment = zoned(value, zone);
      return moment === null ? '' : write(moment);
    };
  const date = show((moment) => dayMonthYear(moment).join('/'));
  const time = show(hourMinute);
  const dateTime = show((moment) => `${dayMonthYear(moment).join('/')} ${hourMinute(moment)}`);
  const numberWith = (minimum: number, maximum: number) => {
    const formatter = new Intl.NumberFormat(locale, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
      useGrouping: 'always',
    });
    return (value: number) => formatter.format(value);
  };
  const cached = memoize(numberWith);
  const number = (value: number, decimals = 2) => cached(0, decimals)(value);

  return {
    date,
    time,
    dateTime,
    noteDate: show((moment) => dayMonthYear(moment).join('-')),
    noteTime: show((moment) => `${dayMonthYear(moment).join('-')} ${hourMinute(moment)}`),
    isoDay: show((moment) => dayMonthYear(moment).toReversed().join('-')),
    relative: (value, now = Date.now()) => {
      const then = zoned(value, zone);
      const present = zoned(now, zone);
      if (then === null || present === null) return '';
      // A clock ahead of ours must not produce a time in the future.
      const elapsed = Math.max(0, present.getTime() - then.getTime());
      if (elapsed < MINUTE) return ago.format(-Math.floor(elapsed / SECOND), 'second');
      if (elapsed < HOUR) return ago.format(-Math.floor(elapsed / MINUTE), 'minute');
      const days = dayNumber(present) - dayNumber(then);
      if (days === 0 || elapsed < 12 * HOUR) return ago.format(-Math.floor(elapsed / HOUR), 'hour');
      return days < 7 ? dayName.format(-days, 'day') : date(value);
    },
    moment: (value, now = Date.now()) => {
      const then = zoned(value, zone);
      const present = zoned(now, zone);
      if (then === null || present === null) return '';
      const days = dayNumber(present) - dayNumber(then);
      return days === 0 || days === 1 ? `${dayName.format(-days, 'day')} ${time(value)}` : dateTime(value);
    },
    number,
    fixed: (value, decimals) => cached(decimals, decimals)(value),
    percent: (value, decimals = 1) => `${number(value, decimals)}\u00a0%`,
    hours: (value) => `${number(value)}\u00a0h`,
    bytes: (value) => {
      let step = 0;
      let shown = value;
      for (; shown >= KILO && step < BYTES.length - 1; step += 1) shown /= KILO;
      return `${number(shown, step > 0 && shown < 10 ? 1 : 0)}\u00a0${BYTES[step]}`;
    },
    money: (value, currency = 'COP') => `${currency}\u00a0${number(value, currency === 'COP' ? 0 : 2)}`,
  };
}

/** Converts to the zone; a calendar day becomes its midnight there. Null when invalid. */
function zoned(value: DateInput | null | undefined, zone: string): TZDate | null {
  if (value === null || value === undefined || value === '') return null;
  const day = typeof value === 'string' ? DAY_TEXT.exec(value) : null;
  const moment = day
    ? new TZDate(Number(day[1]), Number(day[2]) - 1, Number(day[3]), zone)
    : new TZDate(new Date(value), zone);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const digits = (value: number, length: number) => String(value).padStart(length, '0');
const dayMonthYear = (moment: TZDate) => [
  digits(moment.getDate(), 2),
  digits(moment.getMonth() + 1, 2),
  digits(moment.getFullYear(), 4),
];
const hourMinute = (moment: TZDate) => `${digits(moment.getHours(), 2)}:${digits(moment.getMinutes(), 2)}`;

/** Consecutive number of a calendar day; differences are whole days even across days of 23 or 25 hours. */
function dayNumber(moment: TZDate): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY;
}

function memoize<V>(build: (a: number, b: number) => V): (a: number, b: number) => V {
  const built = new Map<string, V>();
  return (a, b) => {
    const key = `${a}/${b}`;
    const known = built.get(key) ?? build(a, b);
    built.set(key, known);
    return known;
  };
}
