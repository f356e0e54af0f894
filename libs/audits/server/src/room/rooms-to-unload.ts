import type { AuditRoom } from './audit-room.ts';

const BYTES_AN_EVENT = 2_000;

/** Estimated bytes of state, document and records; measured: about 19 MB for 10,000 items. */
export const bytesOf = (room: Pick<AuditRoom, 'hot'>): number => (room.hot.version + 1) * BYTES_AN_EVENT;

/**
 * Rooms to unload until the rest fits the budget: at each step the longest unused room of the account with
 * the most memory.
 */
export function* largestFirst(
  rooms: readonly AuditRoom[],
  budget: number,
  mayGo: (room: AuditRoom) => boolean,
): Iterable<AuditRoom> {
  const byAccount = new Map<string, AuditRoom[]>();
  for (const room of [...rooms].sort((one, other) => one.lastUsed - other.lastUsed)) {
    const { account } = room.state;
    byAccount.set(account, [...(byAccount.get(account) ?? []), room]);
  }
  const held = new Map([...byAccount].map(([account, of]) => [account, sumOf(of)]));
  let total = sumOf(rooms);
  while (total > budget) {
    const [largest] = [...byAccount.keys()].sort(
      (one, other) => (held.get(other) ?? 0) - (held.get(one) ?? 0),
    );
    const [room, ...rest] = (largest !== undefined && byAccount.get(largest)) || [];
    if (largest === undefined || !room) return;
    if (rest.length > 0) byAccount.set(largest, rest);
    else byAccount.delete(largest);
    // A room in use stays loaded and still counts for its account.
    if (!mayGo(room)) continue;
    yield room;
    total -= bytesOf(room);
    held.set(largest, (held.get(largest) ?? 0) - bytesOf(room));
  }
}

const sumOf = (rooms: readonly AuditRoom[]): number => rooms.reduce((sum, room) => sum + bytesOf(room), 0);
