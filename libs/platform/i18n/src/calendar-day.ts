import { TZDate } from '@date-fns/tz';

/** By time zone: a formatter takes a hundred times longer to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    // The Swedish locale formats dates as ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    formats.set(zone, format);
  }
  return format;
}

/** Calendar day (`yyyy-MM-dd`) of a moment in a time zone. */
export const dayIn = (zone: string, at: Date): string => formatOf(zone).format(at);

/** First moment of a calendar day (`yyyy-MM-dd`) in a time zone, as ISO 8601 in UTC. */
export const startOfDay = (day: string, zone: string): string => midnight(day, 0, zone);

/** First moment after a calendar day in a time zone; a day may have 23 or 25 hours. */
export const endOfDay = (day: string, zone: string): string => midnight(day, 1, zone);

function midnight(day: string, later: number, zone: string): string {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + later, zone).getTime()).toISOString();
}
