import { openRoomDatabase, type BasePart } from './room-database.ts';

/** Milliseconds for which what was read ahead is handed out; after that the cache is read again. */
const FRESH_MS = 10_000;

const ahead = new Map<string, { readonly parts: Promise<readonly BasePart[]>; readonly since: number }>();
const keyOf = (user: string, room: string): string => `${user} ${room}`;

/**
 * Begins to read what this browser holds of a room's document, for the next cache of that room that is opened;
 * false when there is nothing to read. In a file of its own, for whoever can begin before all the rest of this
 * library is loaded. What another page adds meanwhile comes with the first sync.
 * @param room `<kind>/<id>`
 */
export async function readBaseAhead(user: string, room: string): Promise<boolean> {
  const parts = readParts(user, room);
  ahead.set(keyOf(user, room), { parts, since: performance.now() });
  return (await parts).length > 0;
}

/** What was read ahead of a room, once; null when nothing was, or too long ago. */
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
