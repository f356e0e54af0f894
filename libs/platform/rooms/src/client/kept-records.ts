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

/** Records of one room that are written often: the database stays open until `close`. Nothing rejects. */
export interface RecordShelf {
  /** Stored values whose names begin with a prefix, by name; empty where the browser stores nothing. */
  read(prefix: string): Promise<ReadonlyMap<string, unknown>>;
  /** Stores a value, or removes it if undefined. Changes of one task are one transaction, begun within it. */
  change(name: string, value: unknown): void;
  /** Resolves once everything so far is stored. */
  close(): Promise<void>;
}

export async function openRecords(user: string, room: string): Promise<RecordShelf> {
  let database = await openRoomDatabase(user);
  let waiting: Map<string, unknown> | null = null;
  let written: Promise<unknown> = Promise.resolve();

  const commit = async (changes: ReadonlyMap<string, unknown>): Promise<void> => {
    if (!database) return;
    const transaction = database.transaction('records', 'readwrite');
    const requests = [...changes].map(([name, value]) =>
      value === undefined
        ? transaction.store.delete([room, name])
        : transaction.store.put(value, [room, name]),
    );
    // Without this a page that is closed or reloaded now takes the changes with it.
    transaction.commit();
    await Promise.all([...requests, transaction.done]);
  };
  const flush = () => {
    const changes = waiting ?? new Map<string, unknown>();
    waiting = null;
    // Transactions of one connection are executed in their order.
    const done = commit(changes).catch(() => undefined);
    written = Promise.all([written, done]);
  };
  return {
    async read(prefix) {
      if (!database) return new Map();
      // U+FFFF sorts after every character of a name.
      const range = IDBKeyRange.bound([room, prefix], [room, `${prefix}\uffff`]);
      try {
        const { store } = database.transaction('records');
        const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
        return new Map(keys.map(([, name], at) => [name, values[at]]));
      } catch {
        // The database was deleted by another page at this moment.
        return new Map();
      }
    },
    change(name, value) {
      if (waiting === null) queueMicrotask(flush);
      waiting ??= new Map();
      waiting.set(name, value);
    },
    async close() {
      if (waiting) flush();
      await written;
      database?.close();
      database = null;
    },
  };
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
