import { deleteDB } from 'idb';
import { openRoomDatabase, roomDatabaseName } from './room-database.ts';

/** Work of a user that exists only in this browser. */
export interface UnsentWork {
  /** `<kind>/<id>`. */
  readonly room: string;
  /** Intents that the server has not answered, plus pages with unconfirmed text. */
  readonly intents: number;
  /** Refused intents in the tray, and drafts of refused text. */
  readonly refused: number;
}

/** Work that wiping this user's caches now would lose, by room; rooms without any are omitted. */
export async function unsentWork(user: string): Promise<UnsentWork[]> {
  const database = await openRoomDatabase(user);
  if (!database) return [];
  const counts = new Map<string, { intents: number; refused: number }>();
  const of = (room: string) => {
    const found = counts.get(room) ?? { intents: 0, refused: 0 };
    counts.set(room, found);
    return found;
  };
  const transaction = database.transaction(['intents', 'tray', 'textDirt', 'textDrafts']);
  for await (const { key, value } of transaction.objectStore('intents')) {
    if (value.answer === null) of(key[0]).intents += 1;
  }
  for await (const { key } of transaction.objectStore('tray')) of(key[0]).refused += 1;
  for await (const { key } of transaction.objectStore('textDirt')) of(key[0]).intents += 1;
  for await (const { key } of transaction.objectStore('textDrafts')) of(key[0]).refused += 1;
  database.close();
  return [...counts]
    .map(([room, count]) => ({ room, ...count }))
    .filter((one) => one.intents + one.refused > 0);
}

/**
 * Removes everything that this browser stores of a user's rooms: bases, records, outboxes and trays. Call it on logout,
 * after showing `unsentWork` to the user and closing the open connections.
 */
export async function wipeCaches(user: string): Promise<void> {
  const database = await openRoomDatabase(user);
  if (!database) return;
  database.close();
  await deleteDB(roomDatabaseName(user));
}
