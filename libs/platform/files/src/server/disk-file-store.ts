import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  folderOf,
  isHash,
  placeOf,
  type ByteRange,
  type FileStore,
  type OpenFile,
  type StoredContent,
} from './file-store.ts';
import { hashFile, syncPath, withSpooled } from './hash-file.ts';

/** Folder for incomplete files; not a valid account name. */
const DRAFTS = '.drafts';

/** File store in a folder: `<account>/<first two digits of the hash>/<hash>`. Several nodes may share it. */
export class DiskFileStore implements FileStore {
  constructor(private readonly root: string) {}

  async put(account: string, source: string | Readable, sha256?: string): Promise<StoredContent> {
    if (typeof source !== 'string') {
      return withSpooled(join(this.root, DRAFTS), source, (path) => this.put(account, path));
    }
    const content =
      sha256 === undefined ? await hashFile(source) : { sha256, bytes: (await stat(source)).size };
    const place = join(this.root, placeOf(account, content.sha256));
    // An existing file is complete, because it is renamed into place only when whole.
    if ((await sizeOf(place)) === content.bytes) return content;
    await syncPath(source);
    await this.publish(source, place);
    return content;
  }

  async open(account: string, sha256: string, range?: ByteRange): Promise<OpenFile | null> {
    if (!isHash(sha256)) return null;
    // Opened before stat: a concurrent removal does not affect an open file.
    const handle = await open(join(this.root, placeOf(account, sha256)), 'r').catch(nullWhenMissing);
    if (handle === null) return null;
    const { size } = await handle.stat();
    return { bytes: size, stream: handle.createReadStream(range && { start: range.first, end: range.last }) };
  }

  async has(account: string, sha256: string): Promise<number | null> {
    return isHash(sha256) ? sizeOf(join(this.root, placeOf(account, sha256))) : null;
  }

  async remove(account: string, sha256: string): Promise<void> {
    await rm(join(this.root, placeOf(account, sha256)), { force: true });
  }

  async usage(account: string): Promise<{ files: number; bytes: number }> {
    const folder = join(this.root, folderOf(account));
    let files = 0;
    let bytes = 0;
    for (const shard of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
      for (const name of (await readdir(join(folder, shard)).catch(nullWhenMissing)) ?? []) {
        const size = await sizeOf(join(folder, shard, name));
        if (size === null) continue;
        files += 1;
        bytes += size;
      }
    }
    return { files, bytes };
  }

  private async publish(source: string, place: string): Promise<void> {
    const drafts = join(this.root, DRAFTS);
    const draft = join(drafts, randomUUID());
    const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    try {
      // The source is kept: until the database has recorded the content, a crash must be recoverable.
      await link(source, draft).catch(async () => {
        await copyFile(source, draft);
        await syncPath(draft);
      });
      await rename(draft, place);
    } finally {
      // `rename` between two links of the same file does nothing and leaves both.
      await rm(draft, { force: true });
    }
    await syncPath(dirname(place));
    if (made !== undefined) await syncFolders(dirname(place), this.root);
  }
}

/** A new folder is durable only after its parents are synced. */
async function syncFolders(from: string, root: string): Promise<void> {
  for (let folder = dirname(from); folder.startsWith(root); folder = dirname(folder)) await syncPath(folder);
}

const sizeOf = async (path: string): Promise<number | null> =>
  (await stat(path).catch(nullWhenMissing))?.size ?? null;

function nullWhenMissing(error: unknown): null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}
