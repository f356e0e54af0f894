import { describe, expect, it } from 'vitest';
import { colombianHolidays, easterSunday } from './colombian-holidays.ts';

it.each([
  [1984, '1984-04-22'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter Sunday of %i is %s', (year, day) => expect(easterSunday(year)).toBe(day));

/** Official calendars, as month-day; in 2025 Sacred Heart and Peter and Paul are one day. */
const YEARS: Readonly<Record<number, string>> = {
  2024: '01-01 01-08 03-25 03-28 03-29 05-01 05-13 06-03 06-10 07-01 07-20 08-07 08-19 10-14 11-04 11-11 12-08 12-25',
  2025: '01-01 01-06 03-24 04-17 04-18 05-01 06-02 06-23 06-30 06-30 07-20 08-07 08-18 10-13 11-03 11-17 12-08 12-25',
  2026: '01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25',
  2027: '01-01 01-11 03-22 03-25 03-26 05-01 05-10 05-31 06-07 07-05 07-20 08-07 08-16 10-18 11-01 11-15 12-08 12-25',
};

describe('holidays of Colombia', () => {
  it.each(Object.entries(YEARS))('of %s', (year, days) => {
    const dates = colombianHolidays(Number(year)).map(({ date }) => date.slice(5));
    expect(dates.join(' ')).toBe(days);
  });

  it.each([
    ['epiphany', '2026-01-12', 'from a Tuesday to the Monday after'],
    ['peter_and_paul', '2026-06-29', 'on its own Monday'],
    ['saint_joseph', '2027-03-22', 'from a Friday'],
    ['columbus_day', '2025-10-13', 'from a Sunday'],
  ])('%s is kept on %s: %s', (name, date) => {
    const held = colombianHolidays(Number(date.slice(0, 4))).find((one) => one.name === name);
    expect(held?.date).toBe(date);
  });
});
