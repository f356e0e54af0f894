import { addDays, weekdayOf } from './days.ts';

/** Holidays of the law; their names are in the texts of the screens. */
export type HolidayName =
  (typeof FIXED)[number][0] | (typeof MOVED)[number][0] | (typeof OF_EASTER)[number][0];

export interface Holiday {
  readonly name: HolidayName;
  /** `yyyy-MM-dd` */
  readonly date: string;
}

const FIXED = [
  ['new_year', '01-01'],
  ['labour_day', '05-01'],
  ['independence', '07-20'],
  ['battle_of_boyaca', '08-07'],
  ['immaculate_conception', '12-08'],
  ['christmas', '12-25'],
] as const;

/** Kept on the Monday on or after their date: law 51 of 1983 ("ley Emiliani"). */
const MOVED = [
  ['epiphany', '01-06'],
  ['saint_joseph', '03-19'],
  ['peter_and_paul', '06-29'],
  ['assumption', '08-15'],
  ['columbus_day', '10-12'],
  ['all_saints', '11-01'],
  ['independence_of_cartagena', '11-11'],
] as const;

/** Days after Easter Sunday; the last three include the move to Monday of the same law. */
const OF_EASTER = [
  ['holy_thursday', -3],
  ['good_friday', -2],
  ['ascension', 43],
  ['corpus_christi', 64],
  ['sacred_heart', 71],
] as const;

/** Holidays of Colombia in a year from 1984 on, by date; two of them may fall on one day. */
export function colombianHolidays(year: number): readonly Holiday[] {
  const easter = easterSunday(year);
  const holidays: Holiday[] = [
    ...FIXED.map(([name, day]) => ({ name, date: `${year}-${day}` })),
    ...MOVED.map(([name, day]) => ({ name, date: mondayFrom(`${year}-${day}`) })),
    ...OF_EASTER.map(([name, days]) => ({ name, date: addDays(easter, days) })),
  ];
  return holidays.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

const mondayFrom = (day: string): string => addDays(day, (8 - weekdayOf(day)) % 7);

/** Easter Sunday of the Gregorian calendar: the anonymous algorithm (Meeus, Jones, Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
