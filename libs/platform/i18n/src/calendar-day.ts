import { TZDate } from '@date-fns/tz';

/** Calendar day (`yyyy-MM-dd`) of a moment in a time zone. */
export const dayIn = (zone: string, at: Date): string =>
  // The Swedish locale formats dates as ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);

/** First moment of a calendar day (`yyyy-MM-dd`) in a time zone, as ISO 8601 in UTC. */
export const startOfDay = (day: string, zone: string): string => midnight(day, 0, zone);

/** First moment after a calendar day in a time zone; a day may have 23 or 25 hours. */
export const endOfDay = (day: string, zone: string): string => midnight(day, 1, zone);

function midnight(day: string, later: number, zone: string): string {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + later, zone).getTime()).toISOString();
}
