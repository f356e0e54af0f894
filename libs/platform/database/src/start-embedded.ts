import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { chmod, mkdir, realpath, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  createSecret,
  isCluster,
  readDataFormat,
  readSecret,
  secretPath,
  writeDataFormat,
} from './data-format.ts';
import { markDataFolder, refuseForeignFolder } from './data-folder.ts';
import {
  ADMIN_ROLE,
  APP_ROLE,
  DATABASE_NAME,
  derivePasswords,
  ensureDatabase,
  ensureRoles,
  localUrl,
  OWNER_ROLE,
} from './database-roles.ts';
import { adoptOrStop, findOrphan } from './find-orphan.ts';
import { initializeCluster, removeUnfinished, requireFreeSpace } from './initialize-cluster.ts';
import { keepRunning } from './keep-running.ts';
import { lockDataFolder, type InstanceLock } from './instance-lock.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { canReach, findPostgresUser, type PostgresUser } from './postgres-user.ts';
import { runPostgres, stopPostgres, type PostgresPlan } from './run-postgres.ts';
import {
  explainWriteError,
  progressMessage,
  StartError,
  type MessageValues,
  type ProgressCode,
} from './start-error.ts';

/** Place of data and binaries when the database's user can't reach the data folder (a clone under /root). */
const SYSTEM_PLACE = '/var/lib/cotejo';
export const POSTGRES_MAJOR = 18;

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Address of this instance, shown to processes that try to use the same folder. */
  readonly address?: string | undefined;
  /** Receives lines for the terminal. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Replaces /var/lib/cotejo in tests. */
  readonly systemPlace?: string;
  /** Connections at once; enough for two nodes unless given. */
  readonly connections?: number;
}

export interface EmbeddedDatabase {
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Pid of the postmaster; it changes when Postgres died and was restarted. */
  readonly postgresPid: () => number;
  announce(address: string): Promise<void>;
  /** Stops Postgres and releases the folder. Call it once the server has drained; may be called twice. */
  stop(): Promise<void>;
}

/** Creates the data folder with private mode; when run as root, Postgres' user must still be able to traverse it. */
async function makeDataFolder(dataDir: string, user: PostgresUser | null): Promise<string> {
  try {
    const isNew = (await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined;
    if (isNew) await chmod(dataDir, user ? 0o711 : 0o700);
    return await realpath(dataDir);
  } catch (error) {
    throw explainWriteError(error, dataDir);
  }
}

async function placeFor(dataDir: string, user: PostgresUser | null, systemPlace: string): Promise<string> {
  if (canReach(user, dataDir)) return dataDir;
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const place = join(systemPlace, id);
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw explainWriteError(error, systemPlace);
  }
  return place;
}

/** The user may differ from the last run's (another container), and Postgres insists on owning its files. */
function giveTo(user: PostgresUser | null, path: string): void {
  if (!user) return;
  const found = lstatSync(path);
  if (found.uid === user.uid && found.gid === user.gid) return;
  const walk = (entry: string) => {
    const info = lstatSync(entry);
    if (info.isDirectory()) for (const name of readdirSync(entry)) walk(join(entry, name));
    if (!info.isSymbolicLink()) chownSync(entry, user.uid, user.gid);
  };
  walk(path);
  chmodSync(path, 0o700);
}

/**
 * The embedded PostgreSQL of a data folder: created if it is new, recovered if its last run crashed.
 * @throws StartError for every condition that the operator can fix
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const say = (code: ProgressCode, values?: MessageValues) => options.log(progressMessage(code, values));
  const wanted = resolve(options.dataDir);
  // Before any write: a folder that must not be opened stays unchanged.
  await refuseForeignFolder(wanted);
  if (existsSync(wanted)) await readDataFormat(wanted, POSTGRES_MAJOR);

  const user = findPostgresUser();
  const dataDir = await makeDataFolder(wanted, user);
  const lock = await lockDataFolder(dataDir, options.address);
  try {
    await markDataFolder(dataDir);
    if (lock.recoveredFrom !== null) say('stale_lock', { pid: lock.recoveredFrom });
    const both = await lockFarCluster(dataDir, lock, options.address);
    try {
      return await startLocked(options, dataDir, user, both, say);
    } catch (error) {
      await both.release();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * A cluster outside its data folder is referenced by copies of that folder too: only one of them may use it at a time.
 */
async function lockFarCluster(
  dataDir: string,
  lock: InstanceLock,
  address: string | undefined,
): Promise<InstanceLock> {
  const format = await readDataFormat(dataDir, POSTGRES_MAJOR);
  if (!format || dirname(format.pgdata) === dataDir || !isCluster(format.pgdata)) return lock;
  const far = await lockDataFolder(dirname(format.pgdata), address);
  return {
    recoveredFrom: lock.recoveredFrom,
    async announce(at) {
      await far.announce(at);
      await lock.announce(at);
    },
    async release() {
      await far.release();
      await lock.release();
    },
  };
}

async function startLocked(
  options: EmbeddedOptions,
  dataDir: string,
  user: PostgresUser | null,
  lock: InstanceLock,
  say: (code: ProgressCode, values?: MessageValues) => void,
): Promise<EmbeddedDatabase> {
  const format = await readDataFormat(dataDir, POSTGRES_MAJOR);
  let secret = await readSecret(dataDir);
  if (format && !secret)
    throw new StartError('secret_missing', { file: secretPath(dataDir), folder: dataDir });
  if (format && !isCluster(format.pgdata)) {
    throw new StartError('database_files_missing', { folder: dataDir, pgdata: format.pgdata });
  }

  const place = await placeFor(dataDir, user, options.systemPlace ?? SYSTEM_PLACE);
  if (place !== dataDir && !format) say('relocated', { user: user?.name ?? '', folder: dataDir, place });
  const binaries = await findPostgresBinaries(user, place);
  const pgdata = format?.pgdata ?? join(place, 'pgdata');

  if (!secret) {
    // The data folder, and with it the secret, was deleted: the old cluster can't be entered any more.
    if (existsSync(pgdata)) {
      const aside = `${pgdata}.leftover-${Date.now()}`;
      const orphan = await findOrphan(pgdata);
      if (orphan) await stopPostgres(orphan.pid);
      await rename(pgdata, aside);
      say('leftover', { place: aside });
    }
    await requireFreeSpace(place);
    secret = await createSecret(dataDir);
  }
  const passwords = derivePasswords(secret);
  await removeUnfinished(pgdata);
  if (!isCluster(pgdata)) {
    await requireFreeSpace(place);
    say('creating', { folder: dataDir });
    await initializeCluster({
      binaries,
      user,
      pgdata,
      adminPassword: passwords.admin,
      signal: options.signal,
    });
  }
  if (!format) await writeDataFormat(dataDir, { postgresMajor: POSTGRES_MAJOR, pgdata });
  giveTo(user, pgdata);

  const plan: PostgresPlan = {
    binaries,
    user,
    pgdata,
    logFile: join(dataDir, 'postgres.log'),
    adminUrlAt: (port) => localUrl(ADMIN_ROLE, passwords.admin, port, 'postgres'),
    onRecovering: () => say('recovering'),
    signal: options.signal,
    connections: options.connections,
  };
  const orphan = await findOrphan(pgdata);
  const adopted = orphan && (await adoptOrStop(orphan, pgdata, plan.adminUrlAt, binaries.release));
  if (orphan) say(adopted ? 'adopted' : 'stopped_orphan', { pid: orphan.pid });
  const running = adopted ?? (await runPostgres(plan));

  try {
    const adminUrl = plan.adminUrlAt(running.port);
    await ensureRoles(adminUrl, passwords);
    await ensureDatabase(adminUrl, DATABASE_NAME);
    const kept = keepRunning(running, plan, {
      onRelaunch: () => say('relaunching'),
      onFailing: (error) => options.log(error instanceof Error ? error.message : String(error)),
    });
    let stopping: Promise<void> | null = null;
    return {
      adminUrl,
      ownerUrl: localUrl(OWNER_ROLE, passwords.owner, running.port, DATABASE_NAME),
      appUrl: localUrl(APP_ROLE, passwords.app, running.port, DATABASE_NAME),
      postgresPid: kept.pid,
      announce: (address) => lock.announce(address),
      stop() {
        stopping ??= (async () => {
          await kept.stop();
          await lock.release();
        })();
        return stopping;
      },
    };
  } catch (error) {
    await stopPostgres(running.pid);
    throw error;
  }
}
