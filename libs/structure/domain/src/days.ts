const DAY_MS = 86_400_000;

/** A calendar day, `yyyy-MM-dd`, this many days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** 0 = Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();

/** The days from one to another, both included. */
export function* daysBetween(from: string, to: string): Generator<string> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day;
}
