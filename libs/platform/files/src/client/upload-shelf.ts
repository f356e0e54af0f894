import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A file that is on its way, kept by the browser so that a reload goes on with it. */
export interface ShelvedFile {
  readonly id: string;
  readonly target: string;
  readonly name: string;
  readonly lastModified: number;
  readonly isPaused: boolean;
  readonly content: Blob;
}

/** Where a browser keeps the files of a person's uploads; what can't be kept is lost with the page, and no more. */
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

/** Null where the browser keeps nothing: no IndexedDB. */
export function browserShelf(user: string): UploadShelf | null {
  if (typeof indexedDB === 'undefined') return null;
  // Opened for each act: whoever signs out in another tab must be able to delete it.
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

/** Says which page of a browser is at an upload: the others leave it alone. Null = another page is. */
export type ClaimUpload = (id: string) => Promise<(() => void) | null>;

/** By the browser's own locks, which end with their page. Without them (a site without TLS) nobody is kept out. */
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
