import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ADMIN_ROLE } from './database-roles.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';
import { explainWriteError, NEEDED_MEGABYTES, StartError } from './start-error.ts';

/** Environment without the caller's PG* variables and locale, which would change Postgres' behaviour and messages. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** Recognises a full disk in the output of Postgres' programs. */
export function isDiskFullText(output: string): boolean {
  return /No space left on device|Disk quota exceeded|could not (extend|write)[^\n]*: wrote only/i.test(
    output,
  );
}

/** Removes the remains of an interrupted creation beside `pgdata`; never `pgdata` itself. */
export async function removeUnfinished(pgdata: string): Promise<void> {
  const folder = dirname(pgdata);
  const prefix = `${basename(pgdata)}.new-`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    // An initdb that outlived its parent may still write there; the rest is removed next time.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** @throws StartError `disk_full` when the disk of `folder` can't hold a new database. */
export async function requireFreeSpace(folder: string): Promise<void> {
  const disk = await statfs(folder);
  if (disk.bavail * disk.bsize < NEEDED_MEGABYTES * 1024 * 1024) {
    throw new StartError('disk_full', { folder, megabytes: NEEDED_MEGABYTES });
  }
}

interface ClusterPlan {
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser | null;
  readonly pgdata: string;
  readonly adminPassword: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the cluster at `pgdata` completely or not at all. initdb works in a temporary folder, renamed only after it
 * reported success, so that an incomplete cluster is never used.
 * @throws StartError `disk_full`, `not_writable`, `initdb_failed`, `start_cancelled`
 */
export async function initializeCluster(plan: ClusterPlan): Promise<void> {
  const { pgdata, user } = plan;
  const folder = dirname(pgdata);
  const unfinished = `${pgdata}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  const passwordFile = `${unfinished}.password`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${plan.adminPassword}\n`, { mode: 0o600 });
    if (user) {
      await chown(unfinished, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await runInitdb(plan, unfinished, passwordFile);
    await rename(unfinished, pgdata);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
    throw explainWriteError(error, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function runInitdb(plan: ClusterPlan, target: string, passwordFile: string): Promise<void> {
  const { binaries, user, signal } = plan;
  const folder = dirname(target);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new StartError('start_cancelled'));
    const child = spawn(
      binaries.initdb,
      [
        `--pgdata=${target}`,
        `--username=${ADMIN_ROLE}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--locale=C',
        '--encoding=UTF8',
        '--no-instructions',
      ],
      {
        cwd: '/',
        env: postgresEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
        // Its own process group, so that Ctrl-C reaches it only through this process.
        detached: true,
        ...(user ? { uid: user.uid, gid: user.gid } : {}),
      },
    );
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-4_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const cancel = () => child.kill('SIGTERM');
    signal?.addEventListener('abort', cancel, { once: true });
    child.on('error', (cause) =>
      reject(new StartError('initdb_failed', { folder, reason: cause.message }, { cause })),
    );
    child.on('close', (code) => {
      signal?.removeEventListener('abort', cancel);
      if (signal?.aborted) reject(new StartError('start_cancelled'));
      else if (code === 0) resolve();
      else if (isDiskFullText(output)) {
        reject(new StartError('disk_full', { folder, megabytes: NEEDED_MEGABYTES }));
      } else reject(new StartError('initdb_failed', { folder, reason: output.trim().slice(-800) }));
    });
  });
}
