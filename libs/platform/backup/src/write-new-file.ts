import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';

/**
 * Draft name: the file appears complete or not at all. An interrupted write leaves no file and, unless killed, no
 * draft.
 */
const draftOf = (file: string): string =>
  join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.partial`);

/**
 * Creates a file readable by its owner only: `content` is written to a draft, flushed, and only then published under
 * its name. Resolves with its size in bytes.
 * @throws BackupError `target_exists`, `not_writable`, `disk_full`; and errors of `content`
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

/** A link fails if the name was taken meanwhile; a rename would replace that file. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    // Removable disks (FAT) do not support links.
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
    // Some file systems can't sync a folder; the file itself is flushed.
  } finally {
    await handle.close();
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Maps disk errors to BackupError; others are returned unchanged. */
export function explain(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST') return new BackupError('target_exists', { file }, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError('disk_full', { file }, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR'].includes(code))
    return new BackupError('not_writable', { file, reason: code }, { cause: error });
  return error;
}
