import { useEffect, useRef, useState } from 'react';

/**
 * A value that changes often, as it was at most so many milliseconds ago: what is costly to make of it is made now
 * and then, and of the last one always.
 */
export function useRestingValue<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    last.current = value;
  }, [value]);
  const isBehind = shown !== value;
  // Begins with the first change, whatever follows meanwhile, and goes on until nothing did.
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(() => setShown(last.current), ms);
    return () => clearInterval(timer);
  }, [isBehind, ms]);
  return shown;
}
