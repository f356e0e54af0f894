import { isAlive } from './process-identity.ts';
import { runPostgres, stopPostgres, type PostgresPlan, type RunningPostgres } from './run-postgres.ts';

const LOOK_EVERY_MS = 500;
/** After a postmaster dies its last workers hold the shared memory for a moment more. */
const ATTEMPTS = 5;

export interface KeptPostgres {
  readonly pid: () => number;
  stop(): Promise<void>;
}

/**
 * Starts Postgres again, on the same port, when it dies without having been asked to: pools reconnect by
 * themselves. Looks at the process, not at a child's exit, because an adopted one is nobody's child.
 */
export function keepRunning(
  first: RunningPostgres,
  plan: PostgresPlan,
  log: { onRelaunch: () => void; onGivenUp: (error: unknown) => void },
): KeptPostgres {
  let running = first;
  let relaunch: Promise<void> | null = null;

  const again = async () => {
    log.onRelaunch();
    for (let attempt = 1; ; attempt += 1) {
      try {
        running = await runPostgres(plan, first.port);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || plan.signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }
  };
  const timer = setInterval(() => {
    if (relaunch || isAlive(running.pid)) return;
    relaunch = again()
      .catch((error: unknown) => {
        clearInterval(timer);
        log.onGivenUp(error);
      })
      .finally(() => {
        relaunch = null;
      });
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    pid: () => running.pid,
    async stop() {
      clearInterval(timer);
      await relaunch;
      if (isAlive(running.pid)) await stopPostgres(running.pid);
    },
  };
}
