import { useEffect, useState } from 'react';
import type { Doc } from 'yjs';
import { fullnessOf } from './text-size.ts';

/** Milliseconds after the last change: computing the size walks the whole document. */
const SETTLED_MS = 1_500;

/** Fill level of a worksheet's document in percent, once nearly full; skipped for a null document. */
export function useFullness(document: Doc | null): number | null {
  const [percent, setPercent] = useState<number | null>(null);
  useEffect(() => {
    if (!document) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPercent(fullnessOf(document)), SETTLED_MS);
    };
    later();
    document.on('update', later);
    return () => {
      clearTimeout(timer);
      document.off('update', later);
    };
  }, [document]);
  return document ? percent : null;
}
