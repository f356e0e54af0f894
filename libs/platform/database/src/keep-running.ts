import { isAlive, waitUntil } from './process-identity.ts';
import { runPostgres, stopPostgres, type PostgresPlan, type RunningPostgres } from './run-postgres.ts';

const LOOK_EVERY_MS = 500;
/**
 * Failed attempts before the error is logged: after a postmaster dies, its last workers hold the shared memory for a
 * moment.
 */
const SILENT_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 10_000;

export interface KeptPostgres {
  readonly pid: () => number;
  stop(): Promise<void>;
}

/**
 * Restarts Postgres on the same port when it dies unexpectedly; pools reconnect by themselves. Retries until it is
 * stopped, since a full disk or a missing mount may recover. Polls the process instead of a child's exit, because an
 * adopted postmaster is not a child of this process.
 */
export function keepRunning(
  first: RunningPostgres,
  plan: PostgresPlan,
  log: { onRelaunch: () => void; onFailing: (error: unknown) => void },
): KeptPostgres {
  let running = first;
  let relaunch: Promise<void> | null = null;
  let isStopped = false;

  const again = async () => {
    log.onRelaunch();
    for (let attempt = 1; !isStopped && !plan.signal?.aborted; attempt += 1) {
      try {
        running = await runPostgres(plan, first.port);
        return;
      } catch (error) {
        if (attempt === SILENT_ATTEMPTS) log.onFailing(error);
        const wait = LOOK_EVERY_MS * Math.max(1, attempt - SILENT_ATTEMPTS);
        await waitUntil(() => isStopped, Math.min(wait, LONGEST_WAIT_MS));
      }
    }
  };
  const timer = setInterval(() => {
    if (relaunch || isAlive(running.pid)) return;
    relaunch = again().finally(() => {
      relaunch = null;
    });
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    pid: () => running.pid,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await relaunch;
      if (isAlive(running.pid)) await stopPostgres(running.pid);
    },
  };
}
