import { useEffect, useState } from 'react';

/** Milliseconds after which nobody waits any longer. */
const LATEST = 1500;
/** The same where the browser doesn't tell when it rests (Safari). */
const SOON = 200;

let isIdle = false;

/**
 * Whether the first page had its turn: what the shell asks around it (quota, logo, settings) must not stand in
 * the way of what the person came for. Once true it stays.
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
