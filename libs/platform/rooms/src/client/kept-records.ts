import { ofRoom, openRoomDatabase, type RoomDatabase } from './room-database.ts';

/** Room of what belongs to the person and to no room in particular. */
export const NO_ROOM = '';

/**
 * Keeps what a page was told about a room beside its document, for when nobody answers; it goes when the caches
 * are wiped. Never rejects: a browser that stores nothing keeps nothing.
 * @param value anything that IndexedDB can clone; who reads it must parse it
 */
export async function keepRecord(user: string, room: string, name: string, value: unknown): Promise<void> {
  await inDatabase(user, (database) => database.put('records', value, [room, name]));
}

/** What was kept last; undefined when nothing was. */
export function keptRecord(user: string, room: string, name: string): Promise<unknown> {
  return inDatabase<unknown>(user, (database) => database.get('records', [room, name]));
}

/** Forgets all that was kept of a room: the person may not know it any more. */
export async function forgetRecords(user: string, room: string): Promise<void> {
  await inDatabase(user, (database) => database.delete('records', ofRoom(room)));
}

async function inDatabase<T>(
  user: string,
  work: (database: RoomDatabase) => Promise<T>,
): Promise<T | undefined> {
  const database = await openRoomDatabase(user);
  if (!database) return undefined;
  try {
    return await work(database);
  } catch {
    // Full, or wiped by another page at this moment.
    return undefined;
  } finally {
    database.close();
  }
}
