import { useEffect } from 'react';

/** Milliseconds after which the chunk loads even if the browser was never idle. */
const LATEST_MS = 4_000;
/** Milliseconds for browsers without `requestIdleCallback` (Safari). */
const LATER_MS = 1_500;

/**
 * Preloads a chunk that is probably needed next, once the browser is idle. A failure is not reported: the component
 * that needs the chunk retries.
 */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const run = (): void => void load().catch(() => undefined);
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(run, LATER_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(run, { timeout: LATEST_MS });
    return () => cancelIdleCallback(idle);
  }, [load]);
}
