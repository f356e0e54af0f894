import type { Chart } from './chart.ts';
import { SIZE_OF_SHAPE, type Size } from './shape-outline.ts';

/** Zoom below which labels are unreadable: their 12.5 pixels become 10. */
const READABLE = 0.8;

export interface ChartView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
/** Pixels around the chart that controls cover or that stay free. */
export interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/**
 * View of a chart in a window of this size: the whole of it if its labels are readable then, otherwise as much of its
 * beginning as can be read. Null for an empty chart.
 */
export function readableView({ nodes }: Chart, window: Size, edges: Edges): ChartView | null {
  const boxes = nodes.map(({ shape, x, y }) => ({ ...SIZE_OF_SHAPE[shape], x, y }));
  const [first] = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x);
  if (!first) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const across = window.width - edges.left - edges.right;
  const down = window.height - edges.top - edges.bottom;
  const whole = Math.min(1, across / width, down / height);
  const zoom = Math.max(READABLE, whole);
  const seen = across / zoom;
  // Centred where there is room; otherwise from the left, or around the first shape if that is further to the right.
  const isBeginningSeen = first.x + first.width - left <= seen;
  const from =
    width <= seen ? left - (seen - width) / 2 : isBeginningSeen ? left : first.x + first.width / 2 - seen / 2;
  const above = Math.max(0, (down - height * zoom) / 2);
  return { x: edges.left - from * zoom, y: edges.top + above - top * zoom, zoom };
}
