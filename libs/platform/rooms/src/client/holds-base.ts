import { openRoomDatabase } from './room-database.ts';

/**
 * Whether this browser may show a room from its cache: then the document need not be fetched whole. In a file of
 * its own, for whoever has to know before all the rest of this library is loaded.
 * @param room `<kind>/<id>`
 */
export async function holdsBase(user: string, room: string): Promise<boolean> {
  const database = await openRoomDatabase(user);
  if (!database) return false;
  try {
    return (await database.countFromIndex('baseParts', 'room', room)) > 0;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
