import { openRoomDatabase, type BasePart } from './room-database.ts';

/** Milliseconds for which a pre-read cache may be used; older ones are discarded and IndexedDB is read again. */
const FRESH_MS = 10_000;

const ahead = new Map<string, { readonly parts: Promise<readonly BasePart[]>; readonly since: number }>();
const keyOf = (user: string, room: string): string => `${user} ${room}`;

/**
 * Starts reading the cached document of a room from IndexedDB, for the next `BaseCache` of that room that is opened.
 * Resolves to false when nothing is cached. It lives in a file of its own so that a page can start the read before the
 * rest of this library is loaded. Parts that another page stores meanwhile arrive with the first sync.
 * @param room `<kind>/<id>`
 */
export async function readBaseAhead(user: string, room: string): Promise<boolean> {
  const parts = readParts(user, room);
  ahead.set(keyOf(user, room), { parts, since: performance.now() });
  return (await parts).length > 0;
}

/** Hands out a pre-read cache once; null when there was none, or it is older than `FRESH_MS`. */
export async function takeBaseAhead(user: string, room: string): Promise<readonly BasePart[] | null> {
  const key = keyOf(user, room);
  const found = ahead.get(key);
  ahead.delete(key);
  if (!found || performance.now() - found.since > FRESH_MS) return null;
  const parts = await found.parts;
  return parts.length > 0 ? parts : null;
}

async function readParts(user: string, room: string): Promise<readonly BasePart[]> {
  const database = await openRoomDatabase(user);
  if (!database) return [];
  try {
    return await database.getAllFromIndex('baseParts', 'room', room);
  } catch {
    return [];
  } finally {
    database.close();
  }
}
