/** An open document, with the data that decides which document is closed when memory is short. */
export interface OpenShare {
  readonly account: string;
  /** Subdivision of the account, with a limit of its own. */
  readonly group: string;
  readonly bytes: number;
  /** When it was last opened or written, in milliseconds since the epoch. */
  readonly usedAt: number;
  /** Ids of the users that have it open; its bytes are divided among them. */
  readonly people: ReadonlySet<string>;
}

/** Limits in stored bytes of open documents: per node, account, group and user. */
export interface ShareLimits {
  readonly openBytes: number;
  readonly accountBytes: number;
  readonly groupBytes: number;
  readonly personBytes: number;
}

/** Milliseconds without a write after which an open document may be closed for another of the same account or user. */
export const IDLE_MS = 60_000;

/** The document to close so that another can be opened; `refuse` when none may be closed; null when there is space. */
export type GivesWay<T> = T | 'refuse' | null;

/**
 * Chooses the document to close before another of this account and group is opened. A group or account above its limit
 * gives up its own documents first, least recently used first; on a full node the account with most bytes gives one up,
 * never one with less than it.
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

/** Chooses the document to close before a user opens another. */
export function givesWayToPerson<T extends OpenShare>(
  open: readonly T[],
  person: string,
  limits: ShareLimits,
  now: number,
): GivesWay<T> {
  const own = open.filter(({ people }) => people.has(person));
  const bytes = own.reduce((sum, one) => sum + one.bytes / one.people.size, 0);
  if (bytes <= limits.personBytes) return null;
  // Only documents that no other user has open.
  return idle(own.filter(({ people }) => people.size === 1), now) ?? 'refuse'; // prettier-ignore
}

const bytesOf = (shares: readonly OpenShare[]): number => shares.reduce((sum, { bytes }) => sum + bytes, 0);

/** Documents of the account with most bytes. */
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
