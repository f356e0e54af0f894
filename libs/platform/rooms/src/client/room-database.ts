import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OutboxSession, PendingIntent, TrayEntry } from './outbox-store.ts';

export interface StoredBase {
  readonly room: string;
  readonly document: string;
}

interface RoomSchema extends DBSchema {
  intents: { key: [string, string, number]; value: PendingIntent };
  tray: { key: [string, string, number]; value: TrayEntry };
  sessions: { key: [string, string]; value: OutboxSession };
  /** Documents whose contents are cached, each in a database of its own. */
  bases: { key: [string, string]; value: StoredBase };
}

/** What a browser keeps of one person's rooms. */
export type RoomDatabase = IDBPDatabase<RoomSchema>;

export const roomDatabaseName = (user: string): string => `cotejo-rooms:${user}`;
export const baseDatabaseName = (user: string, room: string, document: string): string =>
  `cotejo-base:${user}:${room}:${document}`;

/** Everything of a room in a store keyed by (room, …): arrays sort after strings and numbers. */
export const ofRoom = (room: string): IDBKeyRange => IDBKeyRange.bound([room], [room, []]);
export const ofSession = (room: string, session: string): IDBKeyRange =>
  IDBKeyRange.bound([room, session], [room, session, []]);

/** Null where the browser keeps nothing: no IndexedDB, or refused (private windows, blocked storage). */
export async function openRoomDatabase(user: string): Promise<RoomDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const database: RoomDatabase = await openDB<RoomSchema>(roomDatabaseName(user), 1, {
      upgrade(db) {
        db.createObjectStore('intents');
        db.createObjectStore('tray');
        db.createObjectStore('sessions');
        db.createObjectStore('bases');
      },
      // Another page wipes the caches (logout) or brings a newer version: never stand in its way.
      blocking: () => database.close(),
    });
    return database;
  } catch {
    return null;
  }
}
