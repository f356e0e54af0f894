import type { FlowShape } from '@cotejo/worksheets-contracts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixel size of each shape; fixed, so that arranged charts look equal for all users. */
export const SIZE_OF_SHAPE: Readonly<Record<FlowShape, Size>> = {
  start: { width: 150, height: 48 },
  end: { width: 150, height: 48 },
  activity: { width: 176, height: 64 },
  decision: { width: 176, height: 104 },
  document: { width: 160, height: 72 },
  system: { width: 160, height: 76 },
  control: { width: 160, height: 64 },
  risk: { width: 160, height: 72 },
  connector: { width: 64, height: 64 },
};

/** Outline of a shape as an SVG path, from 0,0 to its size. */
export function outlineOf(shape: FlowShape): string {
  const { width: w, height: h } = SIZE_OF_SHAPE[shape];
  const [x, y] = [w / 2, h / 2];
  switch (shape) {
    case 'start':
    case 'end':
      return `M${y} 0H${w - y}A${y} ${y} 0 0 1 ${w - y} ${h}H${y}A${y} ${y} 0 0 1 ${y} 0Z`;
    case 'activity':
      return `M4 0H${w - 4}Q${w} 0 ${w} 4V${h - 4}Q${w} ${h} ${w - 4} ${h}H4Q0 ${h} 0 ${h - 4}V4Q0 0 4 0Z`;
    case 'decision':
      return `M${x} 0L${w} ${y}L${x} ${h}L0 ${y}Z`;
    case 'document':
      return `M0 0H${w}V${h - 10}C${w * 0.75} ${h - 22} ${w * 0.6} ${h - 14} ${x} ${h - 8}S${w * 0.2} ${h} 0 ${h - 6}Z`;
    case 'system':
      return `M0 10A${x} 10 0 0 1 ${w} 10V${h - 10}A${x} 10 0 0 1 0 ${h - 10}ZM0 10A${x} 10 0 0 0 ${w} 10`;
    case 'control':
      return `M14 0H${w - 14}L${w} ${y}L${w - 14} ${h}H14L0 ${y}Z`;
    case 'risk':
      return `M22 0H${w - 22}L${w} 22V${h - 22}L${w - 22} ${h}H22L0 ${h - 22}V22Z`;
    case 'connector':
      return `M${w} ${y}A${x} ${y} 0 1 1 0 ${y}A${x} ${y} 0 1 1 ${w} ${y}Z`;
  }
}

/**
 * Wraps a label into at most `lines` lines of at most `most` characters (longer words excepted); the last
 * line is truncated.
 */
export function wrapLabel(label: string, most: number, lines: number): readonly string[] {
  const wrapped: string[] = [];
  for (const word of label.split(/\s+/).filter(Boolean)) {
    const last = wrapped.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= most)
      wrapped[wrapped.length - 1] = `${last} ${word}`;
    else wrapped.push(word);
  }
  if (wrapped.length <= lines) return wrapped;
  const kept = wrapped.slice(0, lines);
  kept[lines - 1] = `${kept[lines - 1] ?? ''}…`;
  return kept;
}
