/** Greater than any version; requests the last change of the log. */
const NEWEST = 2_147_483_646;

interface DatedVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Last version in the change log at or before a moment; null when there is none. Binary search: a log of
 * 100,000 changes takes 17 requests. `changeUpTo` returns the last change up to a version.
 */
export async function lastVersionBy(
  moment: string,
  changeUpTo: (version: number) => Promise<DatedVersion | null>,
): Promise<number | null> {
  const limit = Date.parse(moment);
  let high = await changeUpTo(NEWEST);
  if (high === null || Date.parse(high.at) <= limit) return high?.version ?? null;
  // Invariant: changes up to `low` are at or before the moment, `high` is after it.
  let low = -1;
  while (high.version - low > 1) {
    const middle = await changeUpTo(Math.floor((low + high.version) / 2));
    if (middle === null || middle.version <= low) break;
    if (Date.parse(middle.at) <= limit) low = middle.version;
    else high = middle;
  }
  return low < 0 ? null : low;
}
