import { ofRoom, openRoomDatabase, type RoomDatabase } from './room-database.ts';

/** Room key for records that belong to the user rather than to one room. */
export const NO_ROOM = '';

/**
 * Stores data about a room, other than its document, for offline use; it is removed with the caches. Never rejects:
 * where the browser stores nothing, the call has no effect.
 * @param value any structured-cloneable value; readers must parse it
 */
export async function keepRecord(user: string, room: string, name: string, value: unknown): Promise<void> {
  await inDatabase(user, (database) => database.put('records', value, [room, name]));
}

/** The last stored value; undefined when there is none. */
export function keptRecord(user: string, room: string, name: string): Promise<unknown> {
  return inDatabase<unknown>(user, (database) => database.get('records', [room, name]));
}

/** Removes all records of a room, because the user may have lost access to it. */
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
    // Disk full, or the database was deleted by another page at this moment.
    return undefined;
  } finally {
    database.close();
  }
}
