import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { OutboxSession, PendingIntent, TrayEntry } from './outbox-store.ts';

/** A part of a room's cached document. Parts are added and deleted, never changed. */
export interface BasePart {
  readonly room: string;
  readonly document: string;
  /** Version and chain link of the document with this part and all earlier ones applied. */
  readonly version: number;
  readonly link: string;
  /** The part is a whole document and needs no other part. */
  readonly isWhole: boolean;
  /** Yjs update. */
  readonly update: Uint8Array;
}

/** A part of a document of texts; parts are appended, and merged into one from time to time. */
export interface TextPart {
  readonly room: string;
  readonly document: string;
  /** Yjs update. */
  readonly update: Uint8Array;
}

/** Marks a page that wrote text which the server has not confirmed as durable. */
export interface TextDirt {
  readonly room: string;
  readonly session: string;
  /** Distinguishes this unconfirmed state of a page from later ones. */
  readonly mark: string;
}

/** Text that the server refused, kept so that the user can copy it. */
export interface TextDraft {
  readonly room: string;
  readonly id: string;
  readonly code: string;
  /** ISO 8601 in UTC, by the client's clock. */
  readonly at: string;
  /** By field, as the user had it: plain text, and the editor's JSON. */
  readonly fields: Readonly<Record<string, { readonly text: string; readonly json: unknown }>>;
}

interface RoomSchema extends DBSchema {
  intents: { key: [string, string, number]; value: PendingIntent };
  tray: { key: [string, string, number]; value: TrayEntry };
  sessions: { key: [string, string]; value: OutboxSession };
  baseParts: { key: number; value: BasePart; indexes: { room: string } };
  /** By room and name: data about a room other than its document. */
  records: { key: [string, string]; value: unknown };
  textParts: { key: number; value: TextPart; indexes: { room: string } };
  textDirt: { key: [string, string]; value: TextDirt };
  textDrafts: { key: [string, string]; value: TextDraft };
}

/** IndexedDB database with everything that a browser stores of one user's rooms. */
export type RoomDatabase = IDBPDatabase<RoomSchema>;

export const roomDatabaseName = (user: string): string => `cotejo-rooms:${user}`;

/** Key range of a room in a store keyed by (room, …): arrays sort after strings and numbers. */
export const ofRoom = (room: string): IDBKeyRange => IDBKeyRange.bound([room], [room, []]);
export const ofSession = (room: string, session: string): IDBKeyRange =>
  IDBKeyRange.bound([room, session], [room, session, []]);

/** Null where storage is unavailable: no IndexedDB, or refused (private windows, blocked storage). */
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
      // Another page deletes the database (logout) or upgrades it: an open connection would block that.
      blocking: () => database.close(),
    });
    return database;
  } catch {
    return null;
  }
}

/** Deletes caches of schema version 1, which used one database per document. */
async function forgetOldBases(user: string): Promise<void> {
  const databases = await indexedDB.databases();
  for (const { name } of databases)
    if (name?.startsWith(`cotejo-base:${user}:`)) indexedDB.deleteDatabase(name);
}
