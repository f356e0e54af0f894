import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A file being uploaded, stored in the browser so that the upload continues after a reload. */
export interface ShelvedFile {
  readonly id: string;
  readonly target: string;
  readonly name: string;
  readonly lastModified: number;
  readonly isPaused: boolean;
  readonly content: Blob;
}

/** Browser storage for files being uploaded; best effort: a file that can't be stored is lost with the page. */
export interface UploadShelf {
  put(file: ShelvedFile): Promise<void>;
  pause(id: string, isPaused: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  all(): Promise<readonly ShelvedFile[]>;
}

interface ShelfSchema extends DBSchema {
  files: { key: string; value: ShelvedFile };
}

const nameOf = (user: string): string => `cotejo-uploads:${user}`;

/** Null where IndexedDB is missing. */
export function browserShelf(user: string): UploadShelf | null {
  if (typeof indexedDB === 'undefined') return null;
  // Opened per operation: an open connection would block deleting the database at sign-out in another tab.
  const within = async <T>(act: (database: IDBPDatabase<ShelfSchema>) => Promise<T>): Promise<T> => {
    const database = await openDB<ShelfSchema>(nameOf(user), 1, {
      upgrade: (db) => void db.createObjectStore('files', { keyPath: 'id' }),
    });
    try {
      return await act(database);
    } finally {
      database.close();
    }
  };
  return {
    put: (file) => within(async (database) => void (await database.put('files', file))),
    pause: (id, isPaused) =>
      within(async (database) => {
        const { store, done } = database.transaction('files', 'readwrite');
        const kept = await store.get(id);
        if (kept) await store.put({ ...kept, isPaused });
        await done;
      }),
    remove: (id) => within((database) => database.delete('files', id)),
    all: () => within((database) => database.getAll('files')),
  };
}

export const wipeShelf = async (user: string): Promise<void> => {
  if (typeof indexedDB !== 'undefined') await deleteDB(nameOf(user));
};

/** Claims an upload for this page, so that other pages leave it alone; null = another page has it. */
export type ClaimUpload = (id: string) => Promise<(() => void) | null>;

/** Uses Web Locks, which end with their page. Without them (a site without TLS) pages do not exclude each other. */
export const claimInBrowser: ClaimUpload = async (id) => {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return () => undefined;
  return new Promise((resolve) => {
    void locks.request(`cotejo-upload:${id}`, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
  });
};
