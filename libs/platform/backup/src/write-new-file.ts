import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';

/** Whole at once, or not there at all: an interrupted one leaves neither its name nor, unless killed, a draft. */
const draftOf = (file: string): string =>
  join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.partial`);

/**
 * Makes a file that only its owner reads, from `content`: written beside, on the disk, and only then under
 * its name. Gives its size in bytes.
 * @throws BackupError `target_exists`, `not_writable`, `disk_full`; and whatever `content` throws
 */
export async function writeNewFile(file: string, content: AsyncIterable<Buffer>): Promise<number> {
  await refuseExisting(file);
  const draft = draftOf(file);
  let bytes = 0;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      for await (const piece of content) {
        await handle.writeFile(piece);
        bytes += piece.length;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(draft, file);
    await syncFolder(dirname(file));
    return bytes;
  } catch (error) {
    throw explain(error, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** @throws BackupError `target_exists` */
export async function refuseExisting(file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError('target_exists', { file });
}

/** A link refuses a name that somebody took meanwhile; a rename would replace it. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    // Disks for carrying about (FAT) have no links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
    await refuseExisting(file);
    await rename(draft, file);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Some file systems can't; the file itself is on the disk.
  } finally {
    await handle.close();
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Faults of the disk in words of ours; others pass. */
export function explain(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST') return new BackupError('target_exists', { file }, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError('disk_full', { file }, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR'].includes(code))
    return new BackupError('not_writable', { file, reason: code }, { cause: error });
  return error;
}
