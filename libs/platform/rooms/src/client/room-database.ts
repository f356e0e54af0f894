import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OutboxSession, PendingIntent, TrayEntry } from './outbox-store.ts';

/** A part of a room's cached document. Parts are added and deleted, never changed. */
export interface BasePart {
  readonly room: string;
  readonly document: string;
  /** Version that the document holds with this part and all before it, and its chain link. */
  readonly version: number;
  readonly link: string;
  /** It needs none of the others. */
  readonly isWhole: boolean;
  /** Yjs update. */
  readonly update: Uint8Array;
}

/** A part of a document that this person writes; parts are added, and now and then made one. */
export interface TextPart {
  readonly room: string;
  readonly document: string;
  /** Yjs update. */
  readonly update: Uint8Array;
}

/** A page has written something that the server has not said to be durable. */
export interface TextDirt {
  readonly room: string;
  readonly session: string;
  /** Tells one such state of a page from a later one. */
  readonly mark: string;
}

/** What a person wrote and a server refused, to be copied out. */
export interface TextDraft {
  readonly room: string;
  readonly id: string;
  readonly code: string;
  /** ISO 8601 in UTC, by this machine's clock. */
  readonly at: string;
  /** By field, as the person had it: as text, and as the JSON of the editor. */
  readonly fields: Readonly<Record<string, { readonly text: string; readonly json: unknown }>>;
}

interface RoomSchema extends DBSchema {
  intents: { key: [string, string, number]; value: PendingIntent };
  tray: { key: [string, string, number]; value: TrayEntry };
  sessions: { key: [string, string]; value: OutboxSession };
  baseParts: { key: number; value: BasePart; indexes: { room: string } };
  /** By room and name: what pages were told about a room beside its document. */
  records: { key: [string, string]; value: unknown };
  textParts: { key: number; value: TextPart; indexes: { room: string } };
  textDirt: { key: [string, string]; value: TextDirt };
  textDrafts: { key: [string, string]; value: TextDraft };
}

/** What a browser keeps of one person's rooms. */
export type RoomDatabase = IDBPDatabase<RoomSchema>;

export const roomDatabaseName = (user: string): string => `cotejo-rooms:${user}`;

/** Everything of a room in a store keyed by (room, …): arrays sort after strings and numbers. */
export const ofRoom = (room: string): IDBKeyRange => IDBKeyRange.bound([room], [room, []]);
export const ofSession = (room: string, session: string): IDBKeyRange =>
  IDBKeyRange.bound([room, session], [room, session, []]);

/** Null where the browser keeps nothing: no IndexedDB, or refused (private windows, blocked storage). */
export async function openRoomDatabase(user: string): Promise<RoomDatabase | null> {
  if (typeof indexedDB === 'undefined') return null;
  try {
    const database: RoomDatabase = await openDB<RoomSchema>(roomDatabaseName(user), 4, {
      upgrade(db, from) {
        if (from < 1)
          for (const store of ['intents', 'tray', 'sessions'] as const) db.createObjectStore(store);
        if (from < 2) db.createObjectStore('baseParts', { autoIncrement: true }).createIndex('room', 'room');
        if (from < 3) db.createObjectStore('records');
        db.createObjectStore('textParts', { autoIncrement: true }).createIndex('room', 'room');
        for (const store of ['textDirt', 'textDrafts'] as const) db.createObjectStore(store);
        if (from !== 1) return;
        (db as unknown as IDBPDatabase).deleteObjectStore('bases');
        void forgetOldBases(user);
      },
      // Another page wipes the caches (logout) or brings a newer version: never stand in its way.
      blocking: () => database.close(),
    });
    return database;
  } catch {
    return null;
  }
}

/** Before, each document was cached in a database of its own, which a store named. */
async function forgetOldBases(user: string): Promise<void> {
  const databases = await indexedDB.databases();
  for (const { name } of databases)
    if (name?.startsWith(`cotejo-base:${user}:`)) indexedDB.deleteDatabase(name);
}
