import { TZDate } from '@date-fns/tz';

/** The moment of a local day and `HH:mm` in a zone, as ISO 8601 in UTC. */
export function momentAt(day: string, time: string, zone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return new Date(new TZDate(year, month - 1, date, hour, minute, zone).getTime()).toISOString();
}
