/** Years from today beyond which a day of an audit is probably mistyped. */
const FAR_YEARS = 5;
const YEAR_MS = 365.25 * 86_400_000;

/** Whole years between a day and today if they are so many that the year may be mistyped; else 0. Days: `yyyy-MM-dd`. */
export function yearsAway(day: string, today: string): number {
  const years = Math.floor(Math.abs(Date.parse(day) - Date.parse(today)) / YEAR_MS);
  return years >= FAR_YEARS ? years : 0;
}
