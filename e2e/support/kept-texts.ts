import type { Page } from 'playwright-core';

/** Store of the browser's database that holds texts, by room. */
const STORE = 'textParts';

/** Rooms whose texts this browser holds. */
export const keptRooms = (page: Page): Promise<string[]> =>
  page.evaluate(async (store) => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('refused'));
      });
    const rooms: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await ask(indexedDB.open(name ?? ''));
      if (database.objectStoreNames.contains(store)) {
        const parts = await ask(database.transaction(store).objectStore(store).getAll());
        rooms.push(...parts.map((part: { readonly room: string }) => part.room));
      }
      database.close();
    }
    return rooms;
  }, STORE);

/** Takes all texts from this browser. */
export const forgetTexts = (page: Page): Promise<void> =>
  page.evaluate(async (store) => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('refused'));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await ask(indexedDB.open(name ?? ''));
      if (database.objectStoreNames.contains(store)) {
        await ask(database.transaction(store, 'readwrite').objectStore(store).clear());
      }
      database.close();
    }
  }, STORE);
