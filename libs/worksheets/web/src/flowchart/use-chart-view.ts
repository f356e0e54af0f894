import { useReactFlow, useStore } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Chart } from './chart.ts';
import { readableView, type Edges } from './readable-view.ts';

/** What the user last asked to see: the first look, the whole chart, or a place of their own. */
type Sight = 'readable' | 'whole' | 'own';

interface ChartViewport {
  /** Pixels; 0 until it is measured. */
  readonly width: number;
  readonly onFit: () => void;
  /** The user moved or zoomed the canvas. */
  readonly onMoved: () => void;
}

/**
 * Viewport of the canvas: readable at first, and fitted again whenever the canvas changes its size. A place that the
 * user chose stays in the middle instead.
 */
export function useChartView(chart: Chart, edges: Edges): ChartViewport {
  const { setViewport, getViewport, fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const sight = useRef<Sight>('readable');
  const size = useRef({ width: 0, height: 0 });
  const latest = useRef({ chart, edges });
  useLayoutEffect(() => {
    latest.current = { chart, edges };
  });
  const fitWhole = useCallback(
    () => void fitView({ padding: paddingOf(latest.current.edges), minZoom: 0.2, maxZoom: 1 }),
    [fitView],
  );

  const isEmpty = chart.nodes.length === 0;
  useEffect(() => {
    if (width === 0 || height === 0 || isEmpty) return;
    const before = size.current;
    size.current = { width, height };
    if (sight.current === 'whole') fitWhole();
    else if (sight.current === 'own') {
      const { x, y, zoom } = getViewport();
      const [right, down] = [(width - before.width) / 2, (height - before.height) / 2];
      void setViewport({ x: x + right, y: y + down, zoom });
    } else {
      const view = readableView(latest.current.chart, { width, height }, latest.current.edges);
      if (view) void setViewport(view);
    }
  }, [width, height, isEmpty, fitWhole, getViewport, setViewport]);

  return {
    width,
    onFit: () => {
      sight.current = 'whole';
      fitWhole();
    },
    onMoved: () => {
      sight.current = 'own';
    },
  };
}

const paddingOf = ({ top, right, bottom, left }: Edges) =>
  ({ top: `${top}px`, right: `${right}px`, bottom: `${bottom}px`, left: `${left}px` }) as const;
