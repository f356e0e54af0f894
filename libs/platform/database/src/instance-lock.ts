import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, pidDomain, processBirth } from './process-identity.ts';
import { errorCode, explainWriteError, StartError, unknownAddress } from './start-error.ts';

const LOCK_FILE = 'instance.lock';
/** A lock of another pid domain is judged by its heartbeat alone. */
const BEAT_MS = 5_000;
const SILENT_MS = 20_000;

const holderSchema = z.object({
  token: z.string(),
  pid: z.number().int(),
  born: z.string(),
  domain: z.string(),
  address: z.string(),
});
export type LockHolder = z.infer<typeof holderSchema>;

export interface InstanceLock {
  /** Pid of a holder that died without releasing, or null. */
  readonly recoveredFrom: number | null;
  /** Tells later comers where this instance answers. */
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
    // Cut short by a power failure: written whole before it is linked, so nobody living wrote this.
    return { token: '', pid: 0, born: '', domain: '', address: '' };
  }
}

async function isHeld(holder: LockHolder, file: string): Promise<boolean> {
  if (holder.token === '') return false;
  if (holder.domain === pidDomain()) return isAlive(holder.pid) && processBirth(holder.pid) === holder.born;
  const beat = await stat(file).catch(() => null);
  return beat !== null && Date.now() - beat.mtimeMs < SILENT_MS;
}

/** Who holds the data folder now, or null. Reads only. */
export async function findHolder(dataDir: string): Promise<LockHolder | null> {
  const file = join(dataDir, LOCK_FILE);
  const holder = await readHolder(file);
  return holder && (await isHeld(holder, file)) ? holder : null;
}

/**
 * One instance a data folder. Node has no flock, so: a file linked into place whole (atomic), with the
 * holder's pid and birth; a dead holder's lock is moved away before ours is tried again. Postgres's own
 * lock in its folder stands behind it.
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
    for (;;) {
      const taken = await link(draft, file).then(
        () => true,
        (error: unknown) => {
          if (errorCode(error) === 'EEXIST') return false;
          throw error;
        },
      );
      if (taken) break;
      const holder = await readHolder(file);
      if (!holder) continue;
      if (await isHeld(holder, file)) {
        throw new StartError('data_folder_in_use', {
          folder: dataDir,
          pid: holder.pid,
          address: holder.address,
        });
      }
      // Of two that find it stale one renames it; the other's rename fails or takes a lock that it puts back.
      const aside = `${file}.stale-${token}`;
      await rename(file, aside).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
      });
      const moved = await readHolder(aside);
      if (moved && moved.token !== holder.token) await link(aside, file).catch(() => undefined);
      else recoveredFrom = holder.pid;
      await rm(aside, { force: true });
    }
  } catch (error) {
    throw explainWriteError(error, dataDir);
  } finally {
    await rm(draft, { force: true });
  }

  const beat = setInterval(() => {
    const now = new Date();
    // A missed beat matters only after several; the disk may be full for a moment.
    utimes(file, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();

  return {
    recoveredFrom,
    async announce(at) {
      await writeFile(draft, text(at), { mode: 0o644 });
      await rename(draft, file);
    },
    async release() {
      clearInterval(beat);
      const holder = await readHolder(file);
      if (holder?.token === token) await rm(file, { force: true });
    },
  };
}
