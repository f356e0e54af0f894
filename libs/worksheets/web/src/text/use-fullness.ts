import { useEffect, useState } from 'react';
import type { Doc } from 'yjs';
import { fullnessOf } from './text-size.ts';

/** After the last change: to know it costs a walk through the document. */
const SETTLED_MS = 1_500;

/** How full a worksheet's document is, in percent, once that is worth telling; null for the document asks nothing. */
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
