import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The moment in milliseconds, anew every fifteen seconds: a lock that ran out is not shown any more. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
