/** Where the product's days begin and end. */
const TIME_ZONE = 'America/Bogota';

/** An imported audit runs from today to the end of the year; days as YYYY-MM-DD. */
export function auditDates(now: Date): { readonly startDate: string; readonly endDate: string } {
  // The Swedish way to write a date is ISO 8601.
  const startDate = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }).format(now);
  return { startDate, endDate: `${startDate.slice(0, 4)}-12-31` };
}
