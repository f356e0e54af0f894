import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { codeOf } from './write-new-file.ts';

const PIECE_BYTES = 256 * 1024;

/** The files of a folder that a backup includes. */
export interface KeptFiles {
  readonly folder: string;
  /** Files and folders within it, separated by `/`; they need not exist. */
  readonly paths: readonly string[];
}

/** Paths of all kept files in a fixed order. Symbolic links are not followed. */
export async function* walkFiles({ folder, paths }: KeptFiles): AsyncGenerator<string> {
  for (const path of paths) {
    const info = await lstat(join(folder, path)).catch(nullWhenMissing);
    if (info?.isFile()) yield path;
    if (!info?.isDirectory()) continue;
    const names = (await readdir(join(folder, path)).catch(nullWhenMissing)) ?? [];
    yield* walkFiles({ folder, paths: names.sort().map((name) => `${path}/${name}`) });
  }
}

function nullWhenMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
  throw error;
}

/** Null when the file was deleted since it was listed. */
export async function openKeptFile(folder: string, path: string): Promise<AsyncGenerator<Buffer> | null> {
  try {
    return piecesOf(await open(join(folder, path), 'r'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function* piecesOf(handle: Awaited<ReturnType<typeof open>>): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Digest over all files: of one line per file, in the format of `sha256sum`. */
export class FilesDigest {
  private readonly hash = createHash('sha256');
  private files = 0;
  private total = 0;

  add(path: string, { bytes, sha256 }: { readonly bytes: number; readonly sha256: string }): void {
    this.hash.update(`${sha256}  ${path}\n`);
    this.files += 1;
    this.total += bytes;
  }

  summary(): { readonly count: number; readonly bytes: number; readonly sha256: string } {
    return { count: this.files, bytes: this.total, sha256: this.hash.digest('hex') };
  }
}

/** @throws BackupError `inconsistent` for a path that could leave its folder */
export function requireInnerPath(path: string): void {
  const isInner = path.split('/').every((name) => !['', '.', '..'].includes(name));
  if (!isInner || path.includes('\\') || path.includes('\0'))
    throw new BackupError('inconsistent', { part: path });
}

/** Staging folder: files are written here, then renamed into place. */
const draftOf = ({ folder }: KeptFiles): string => join(folder, 'restoring-files');

/** @throws BackupError `not_empty` */
export async function requireNoFiles(kept: KeptFiles): Promise<void> {
  for await (const path of walkFiles(kept))
    throw new BackupError('not_empty', { place: join(kept.folder, path) });
  await rm(draftOf(kept), { recursive: true, force: true });
}

export async function removeFiles({ folder, paths }: KeptFiles): Promise<void> {
  for (const path of paths) await rm(join(folder, path), { recursive: true, force: true });
}

export async function writeKeptFile(
  kept: KeptFiles,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const file = join(draftOf(kept), path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const piece of content) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function publishFiles(kept: KeptFiles): Promise<void> {
  for (const path of kept.paths) {
    const draft = join(draftOf(kept), path);
    if (!existsSync(draft)) continue;
    const place = join(kept.folder, path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // An empty folder may be in the way.
    await rm(place, { recursive: true, force: true });
    await rename(draft, place);
  }
  await rm(draftOf(kept), { recursive: true, force: true });
}
