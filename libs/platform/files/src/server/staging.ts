import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore as TusFileStore } from '@tus/file-store';
import type { DataStore } from '@tus/server';

/** Storage for unfinished uploads. */
export interface Staging {
  readonly dataStore: DataStore;
  /** The data store's name for an upload. */
  nameOf(id: string): string;
  /** Bytes received; null when there is no such upload. */
  received(id: string): Promise<number | null>;
  /** Provides the received bytes as a local file. */
  withFile<T>(id: string, lend: (path: string) => Promise<T>): Promise<T>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
  /** Ids of uploads not modified since a moment. */
  olderThan(moment: Date): Promise<readonly string[]>;
}

/** Staging in a folder: the default. All nodes must share it. */
export async function stageOnDisk(folder: string): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string): string => join(folder, id);
  const dataStore = new TusFileStore({ directory: folder });
  return {
    dataStore,
    nameOf: (id) => id,
    async received(id) {
      return (await stat(pathOf(id)).catch(nullWhenMissing))?.size ?? null;
    },
    withFile: (id, lend) => lend(pathOf(id)),
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    async olderThan(moment) {
      const ids: string[] = [];
      for (const name of await readdir(folder)) {
        const found = await stat(join(folder, name)).catch(nullWhenMissing);
        if (found?.isFile() && found.mtime < moment) ids.push(name.replace(/\.json$/, ''));
      }
      return [...new Set(ids)];
    },
  };
}

function nullWhenMissing(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
