import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** Current time in milliseconds, updated every fifteen seconds, so that an expired lock disappears. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
