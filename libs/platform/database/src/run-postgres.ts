import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { withConnection } from './database-roles.ts';
import { isDiskFullText, postgresEnvironment } from './initialize-cluster.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';
import { isAlive, waitUntil } from './process-identity.ts';
import { errorCode, explainWriteError, NEEDED_MEGABYTES, StartError } from './start-error.ts';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const READY_SECONDS = 60;
/** Recovery after a power failure replays the WAL; the limit applies while Postgres reports that it is starting. */
const RECOVERY_SECONDS = 900;
const PORT_ATTEMPTS = 5;

export interface PostgresPlan {
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser | null;
  readonly pgdata: string;
  /** Postgres writes its log file itself: a pipe would break when this process dies. */
  readonly logFile: string;
  /** URL of the superuser at a given port. */
  readonly adminUrlAt: (port: number) => string;
  readonly onRecovering?: () => void;
  readonly signal?: AbortSignal | undefined;
  /** Connections at once; 100 unless given. */
  readonly connections?: number | undefined;
}

export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address) resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

function openLog(file: string): { descriptor: number; size: number } {
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o640);
  return { descriptor, size: statSync(file).size };
}

function logSince(file: string, size: number): string {
  return readFileSync(file).subarray(size).toString('utf8');
}

/**
 * Starts Postgres on a free local port and waits until it answers. It runs in its own session: a Ctrl-C must reach only
 * this process, since Postgres has to outlive the server's draining. `port` requests a specific port.
 * @throws StartError `disk_full`, `postgres_failed`, `postgres_not_ready`, `start_cancelled`
 */
export async function runPostgres(plan: PostgresPlan, port?: number): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const outcome = await launch(plan, chosen);
    if (outcome !== 'port_taken') return outcome;
    if (attempt === PORT_ATTEMPTS) {
      throw new StartError('postgres_failed', { file: plan.logFile, reason: `127.0.0.1:${chosen}` });
    }
  }
}

async function launch(plan: PostgresPlan, port: number): Promise<RunningPostgres | 'port_taken'> {
  if (plan.signal?.aborted) throw new StartError('start_cancelled');
  const { logFile, user } = plan;
  let log;
  try {
    log = openLog(logFile);
  } catch (error) {
    throw explainWriteError(error, logFile);
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    cluster_name: 'cotejo',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    max_connections: String(plan.connections ?? 100),
    jit: 'off',
  };
  const child = spawn(
    plan.binaries.postgres,
    [
      '-D',
      plan.pgdata,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    {
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', log.descriptor, log.descriptor],
      detached: true,
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    },
  );
  closeSync(log.descriptor);
  let ended: string | null = null;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended = signal ?? `exit ${code ?? ''}`));

  try {
    await waitReady(plan.adminUrlAt(port), () => ended, plan);
  } catch (error) {
    await endChild(child, () => ended !== null);
    if (error instanceof StartError && error.code === 'start_cancelled') throw error;
    const output = logSince(logFile, log.size);
    if (/could not bind|Address already in use/i.test(output)) return 'port_taken';
    if (isDiskFullText(output)) {
      throw new StartError('disk_full', { folder: plan.pgdata, megabytes: NEEDED_MEGABYTES });
    }
    if (error instanceof StartError) throw error;
    const reason = output.trim().split('\n').slice(-5).join('\n') || String(ended);
    throw new StartError('postgres_failed', { file: logFile, reason }, { cause: error });
  }
  if (child.pid === undefined) throw new StartError('postgres_failed', { file: logFile, reason: 'pid' });
  // Postgres must not keep the event loop alive; its owner stops it by pid.
  child.unref();
  return { pid: child.pid, port };
}

async function endChild(child: ChildProcess, hasEnded: () => boolean): Promise<void> {
  if (hasEnded() || child.pid === undefined) return;
  await stopPostgres(child.pid, hasEnded);
}

async function waitReady(url: string, ended: () => string | null, plan: PostgresPlan): Promise<void> {
  const started = Date.now();
  let recovering = false;
  for (;;) {
    const end = ended();
    if (end !== null) throw new Error(end);
    if (plan.signal?.aborted) throw new StartError('start_cancelled');
    try {
      await withConnection(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      const code = errorCode(error);
      // 57P03 = cannot_connect_now: starting up or in recovery. Any error besides this and "not there yet" is fatal.
      const starting = code === '57P03';
      if (!starting && code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
      const seconds = (Date.now() - started) / 1_000;
      if (starting && !recovering && seconds > 2) {
        recovering = true;
        plan.onRecovering?.();
      }
      if (seconds > (starting ? RECOVERY_SECONDS : READY_SECONDS)) {
        throw new StartError('postgres_not_ready', { seconds: Math.round(seconds), file: plan.logFile });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/**
 * Stops a postmaster with growing force: smart (a pool reports its end while its disconnects are still on their way),
 * fast (ends sessions, writes everything), immediate (the next start recovers), then SIGKILL. Resolves when the process
 * is gone.
 * @throws StartError `postgres_not_stopped`
 */
export async function stopPostgres(pid: number, isGone = () => !isAlive(pid)): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGTERM', 2_000],
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
  ];
  for (const [signal, milliseconds] of steps) {
    send(pid, signal);
    if (await waitUntil(isGone, milliseconds)) return;
  }
  // The whole group: a killed postmaster leaves its workers behind.
  send(-pid, 'SIGKILL');
  if (!(await waitUntil(isGone, 5_000))) throw new StartError('postgres_not_stopped', { pid });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
