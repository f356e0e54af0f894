import { useEffect, useRef, useState } from 'react';

/**
 * Throttles a value that changes often: returns it at most `ms` milliseconds late, for costly derived data. The last
 * value is always delivered.
 */
export function useRestingValue<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    last.current = value;
  }, [value]);
  const isBehind = shown !== value;
  // The timer starts with the first change and repeats until a period passes without one.
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(() => setShown(last.current), ms);
    return () => clearInterval(timer);
  }, [isBehind, ms]);
  return shown;
}
