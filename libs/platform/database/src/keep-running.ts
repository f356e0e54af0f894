import { isAlive, waitUntil } from './process-identity.ts';
import { runPostgres, stopPostgres, type PostgresPlan, type RunningPostgres } from './run-postgres.ts';

const LOOK_EVERY_MS = 500;
/** After a postmaster dies its last workers hold the shared memory for a moment more: nothing to speak of. */
const SILENT_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 10_000;

export interface KeptPostgres {
  readonly pid: () => number;
  stop(): Promise<void>;
}

/**
 * Starts Postgres again, on the same port, when it dies without having been asked to: pools reconnect by
 * themselves. It goes on trying until it is stopped, for a full disk or a missing mount may come right. Looks at the process, not at a child's exit, because an adopted one is nobody's child.
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
