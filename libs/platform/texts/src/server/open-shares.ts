/** An open document, as far as others must give way to it or it to others. */
export interface OpenShare {
  readonly account: string;
  /** What it belongs to within the account. */
  readonly group: string;
  readonly bytes: number;
  /** Milliseconds since the epoch: when it was opened or written in last. */
  readonly usedAt: number;
  /** Ids of those who have it open: each has a part of it. */
  readonly people: ReadonlySet<string>;
}

/** Bytes of open documents, as they lie in the store. */
export interface ShareLimits {
  readonly openBytes: number;
  readonly accountBytes: number;
  readonly groupBytes: number;
  readonly personBytes: number;
}

/** Milliseconds without being written in after which a document gives way to another of its own people. */
export const IDLE_MS = 60_000;

/** Which document is closed so that another can be opened; `refuse`: none of those that may be. */
export type GivesWay<T> = T | 'refuse' | null;

/**
 * Who gives way before one more document of this account and group is opened. Those who have more than their share give
 * way first, the longest unused first; on a full node the account that has most, never one that has less than it.
 */
export function givesWay<T extends OpenShare>(
  open: readonly T[],
  wanted: { readonly account: string; readonly group: string },
  limits: ShareLimits,
  now: number,
): GivesWay<T> {
  const own = open.filter(({ account }) => account === wanted.account);
  const group = own.filter((one) => one.group === wanted.group);
  if (bytesOf(group) > limits.groupBytes) return idle(group, now) ?? 'refuse';
  if (bytesOf(own) > limits.accountBytes) return idle(own, now) ?? 'refuse';
  if (bytesOf(open) <= limits.openBytes) return null;
  const most = largest(open);
  return (
    idle(most, now) ?? (most[0]?.account === wanted.account ? 'refuse' : (longestUnused(most) ?? 'refuse'))
  );
}

/** Who gives way before a person opens one more. */
export function givesWayToPerson<T extends OpenShare>(
  open: readonly T[],
  person: string,
  limits: ShareLimits,
  now: number,
): GivesWay<T> {
  const own = open.filter(({ people }) => people.has(person));
  const bytes = own.reduce((sum, one) => sum + one.bytes / one.people.size, 0);
  if (bytes <= limits.personBytes) return null;
  // Only where nobody else is: others keep what they have open.
  return idle(own.filter(({ people }) => people.size === 1), now) ?? 'refuse'; // prettier-ignore
}

const bytesOf = (shares: readonly OpenShare[]): number => shares.reduce((sum, { bytes }) => sum + bytes, 0);

/** Documents of the account that has most. */
function largest<T extends OpenShare>(open: readonly T[]): readonly T[] {
  const byAccount = new Map<string, T[]>();
  for (const one of open) byAccount.set(one.account, [...(byAccount.get(one.account) ?? []), one]);
  return [...byAccount.values()].reduce((most, own) => (bytesOf(own) > bytesOf(most) ? own : most), []);
}

function idle<T extends OpenShare>(shares: readonly T[], now: number): T | undefined {
  return longestUnused(shares.filter(({ usedAt, people }) => people.size === 0 || now - usedAt >= IDLE_MS));
}

function longestUnused<T extends OpenShare>(shares: readonly T[]): T | undefined {
  return [...shares].sort(
    (a, b) => Math.min(a.people.size, 1) - Math.min(b.people.size, 1) || a.usedAt - b.usedAt,
  )[0];
}
