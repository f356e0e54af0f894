import { useEffect, useState } from 'react';

/** Milliseconds after which requests of the shell start in any case. */
const LATEST = 1500;
/** Milliseconds for browsers without `requestIdleCallback` (Safari). */
const SOON = 200;

let isIdle = false;

/**
 * Whether the first page has rendered: the shell's own requests (quota, logo, settings) must not delay the
 * page's. Stays true.
 */
export function useIsIdle(): boolean {
  const [idle, setIdle] = useState(isIdle);
  useEffect(() => {
    if (idle) return undefined;
    const rest = () => {
      isIdle = true;
      setIdle(true);
    };
    if ('requestIdleCallback' in window) {
      const waiting = window.requestIdleCallback(rest, { timeout: LATEST });
      return () => window.cancelIdleCallback(waiting);
    }
    const waiting = setTimeout(rest, SOON);
    return () => clearTimeout(waiting);
  }, [idle]);
  return idle;
}
