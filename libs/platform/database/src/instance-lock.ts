import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive, pidDomain, processBirth } from './process-identity.ts';
import { errorCode, explainWriteError, StartError, unknownAddress } from './start-error.ts';

const LOCK_FILE = 'instance.lock';
/** Milliseconds. A lock of another pid domain is judged by its heartbeat alone. */
const BEAT_MS = 5_000;
const SILENT_MS = 20_000;

const holderSchema = z.object({
  token: z.string().min(1),
  pid: z.number().int(),
  born: z.string(),
  domain: z.string(),
  address: z.string(),
});
export type LockHolder = z.infer<typeof holderSchema>;

/**
 * Stands for a lock file truncated by a power failure: locks are complete before they are linked, so no living process
 * wrote it.
 */
const UNREADABLE: LockHolder = { token: 'unreadable', pid: 0, born: '', domain: '', address: '' };

export interface InstanceLock {
  /** Pid of a holder that died without releasing the lock, or null. */
  readonly recoveredFrom: number | null;
  /** Publishes this instance's address, for the error message of later starts. */
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

async function readHolder(file: string): Promise<LockHolder | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return UNREADABLE;
  }
}

async function isHeld(holder: LockHolder, file: string): Promise<boolean> {
  if (holder === UNREADABLE) return false;
  if (holder.domain === pidDomain()) return isAlive(holder.pid) && processBirth(holder.pid) === holder.born;
  const beat = await stat(file).catch(() => null);
  return beat !== null && Date.now() - beat.mtimeMs < SILENT_MS;
}

/** Links `draft` as `file` unless that name is taken; atomic, and with complete content. */
async function claim(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead holder, if it is still there. Of several processes only one may remove it, or the second
 * would remove the new lock of the first. The right to remove is therefore a lock itself, named by the dead holder's
 * token, under which the lock is read again. The holder of that right may have died too, which is handled recursively.
 */
async function removeDead(file: string, dead: LockHolder, draft: string): Promise<void> {
  const right = `${file}.dead-${dead.token}`;
  if (await claim(draft, right)) {
    const now = await readHolder(file);
    if (now?.token === dead.token) await rm(file, { force: true });
    await rm(right, { force: true });
    return;
  }
  const other = await readHolder(right);
  if (other && !(await isHeld(other, right))) await removeDead(right, other, draft);
  else await sleep(10);
}

/** Current holder of the data folder, or null. Reads only. */
export async function findHolder(dataDir: string): Promise<LockHolder | null> {
  const file = join(dataDir, LOCK_FILE);
  const holder = await readHolder(file);
  return holder && (await isHeld(holder, file)) ? holder : null;
}

/**
 * Ensures one instance per data folder. Node has no flock, so the lock is a file, put into place atomically, with the
 * holder's pid and start time; a dead holder's lock is removed and the attempt repeated. Postgres' own lock in its
 * folder is a second safeguard.
 * @throws StartError `data_folder_in_use`, naming pid and address; `disk_full`, `not_writable`
 */
export async function lockDataFolder(dataDir: string, address = unknownAddress()): Promise<InstanceLock> {
  const file = join(dataDir, LOCK_FILE);
  const token = randomUUID();
  const draft = `${file}.${token}`;
  const { pid } = process;
  const text = (at: string) =>
    JSON.stringify({ token, pid, born: processBirth(pid), domain: pidDomain(), address: at });
  let recoveredFrom: number | null = null;

  try {
    await writeFile(draft, text(address), { mode: 0o644 });
    while (!(await claim(draft, file))) {
      const holder = await readHolder(file);
      if (!holder) continue;
      if (await isHeld(holder, file)) {
        const { pid: held, address: at } = holder;
        throw new StartError('data_folder_in_use', { folder: dataDir, pid: held, address: at });
      }
      await removeDead(file, holder, draft);
      recoveredFrom = holder.pid;
    }
  } catch (error) {
    throw explainWriteError(error, dataDir);
  } finally {
    await rm(draft, { force: true });
  }

  const beat = setInterval(() => {
    const now = new Date();
    // Only several missed beats matter; the disk may be full for a moment.
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  const isOurs = async () => (await readHolder(file))?.token === token;

  return {
    recoveredFrom,
    async announce(at) {
      if (!(await isOurs())) return;
      await writeFile(draft, text(at), { mode: 0o644 });
      await rename(draft, file);
    },
    async release() {
      clearInterval(beat);
      if (await isOurs()) await rm(file, { force: true });
    },
  };
}
