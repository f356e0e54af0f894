import { useEffect, useState } from 'react';
import { useFormat } from '../../provider/use-format.ts';

const MINUTE_MS = 60_000;

/** Today in the user's time zone, updated after midnight. */
export function useToday(): string {
  const format = useFormat();
  const [today, setToday] = useState(() => format.isoDay(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(format.isoDay(Date.now())), MINUTE_MS);
    return () => clearInterval(timer);
  }, [format]);
  return today;
}
