import type { AuditYears, YearRange } from '@cotejo/audits-contracts';

/**
 * Years whose audits a list loads: those chosen, else this year and later ones with audits of earlier years that are still
 * open; if no year from this one on has an audit, from the newest that has.
 * @param existing years that have audits; undefined while unknown
 */
export function loadedYears(
  asked: readonly number[],
  existing: AuditYears | undefined,
  thisYear: number,
): YearRange {
  if (asked.length > 0) return { from: Math.min(...asked), to: Math.max(...asked), withOpen: false };
  const newest = existing?.reduce((most, { ano }) => Math.max(most, ano), 0) ?? thisYear;
  return { from: newest === 0 ? thisYear : Math.min(thisYear, newest), to: null, withOpen: true };
}
