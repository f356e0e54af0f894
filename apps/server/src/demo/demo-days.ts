import { TZDate } from '@date-fns/tz';
import { format, set } from 'date-fns';

const ZONE = 'America/Bogota';

/** 9:00 in Bogotá of the day on which a moment falls there. */
export const morningOf = (moment: Date): Date =>
  set(new TZDate(moment, ZONE), { hours: 9, minutes: 0, seconds: 0, milliseconds: 0 });

/** 9:00 in Bogotá of a calendar day (yyyy-MM-dd). */
export const morningOn = (day: string): Date => morningOf(new Date(`${day}T15:00:00Z`));

/** yyyy-MM-dd in the date's own time zone. */
export const dayText = (date: Date): string => format(date, 'yyyy-MM-dd');

/** Caps a day at the end of a year. */
export const cutAtYear = (day: string, year: number): string =>
  day < `${year}-12-31` ? day : `${year}-12-31`;
