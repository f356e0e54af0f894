import type { Chart } from './chart.ts';
import { SIZE_OF_SHAPE, type Size } from './shape-outline.ts';

/** Zoom below which labels are unreadable. */
const READABLE = 0.7;
/** Pixels around the visible part. */
const EDGE = 16;

export interface ChartView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/**
 * Initial view in a viewport too small for the whole chart: readable, at its start. Null if all of it fits
 * and is readable.
 */
export function readableView({ nodes }: Chart, window: Size): ChartView | null {
  const boxes = nodes.map(({ shape, x, y }) => ({ ...SIZE_OF_SHAPE[shape], x, y }));
  const [first] = boxes.toSorted((a, b) => a.y - b.y || a.x - b.x);
  if (!first) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top;
  const [across, down] = [window.width - 2 * EDGE, window.height - 2 * EDGE];
  if (Math.min(across / width, down / height) >= READABLE) return null;
  const seen = across / READABLE;
  const isBeginningSeen = first.x + first.width - left <= seen;
  const from = isBeginningSeen ? left : first.x + first.width / 2 - seen / 2;
  return { x: EDGE - from * READABLE, y: EDGE - top * READABLE, zoom: READABLE };
}
