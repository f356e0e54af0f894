import type { AuditYears, YearRange } from '@cotejo/audits-contracts';

/**
 * Years whose audits a list loads: those asked for, else the last year and all after it; if none of these has an
 * audit, from the newest that has.
 * @param existing years that have audits; undefined while unknown
 */
export function loadedYears(
  asked: readonly number[],
  existing: AuditYears | undefined,
  thisYear: number,
): YearRange {
  if (asked.length > 0) return { from: Math.min(...asked), to: Math.max(...asked) };
  const from = thisYear - 1;
  const newest = existing?.reduce((most, { ano }) => Math.max(most, ano), 0) ?? from;
  return { from: newest === 0 ? from : Math.min(from, newest), to: null };
}
