import type { Doc } from 'yjs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ChartDocument, type ShownChart } from './chart-document.ts';
import { EMPTY_CHART } from './chart.ts';

const NOTHING: ShownChart = { chart: EMPTY_CHART, canUndo: false, canRedo: false };
const never = () => () => undefined;

/** The chart of a document, observed while mounted; null before the first effect. */
export function useChart(document: Doc): { readonly made: ChartDocument | null; readonly shown: ShownChart } {
  const [made, setMade] = useState<ChartDocument | null>(null);
  useEffect(() => {
    const opened = new ChartDocument(document);
    setMade(opened);
    return () => {
      setMade(null);
      opened.close();
    };
  }, [document]);
  const shown = useSyncExternalStore(made?.subscribe ?? never, made?.read ?? (() => NOTHING));
  return { made, shown };
}
