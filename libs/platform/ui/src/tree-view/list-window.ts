/** Rows rendered beyond the visible range, and the step by which the range moves. */
const OVERSCAN = 8;
const STEP = 4;

/** Rendered range for a scroll position; moves in steps, so that not every pixel causes a render. */
export function windowAt(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(scrollTop / rowHeight);
  const from = Math.max(0, Math.floor((first - OVERSCAN) / STEP) * STEP);
  const to = Math.ceil((first + Math.ceil(height / rowHeight) + OVERSCAN) / STEP) * STEP;
  return { from: Math.min(from, Math.max(0, count - 1)), to: Math.min(count, to) };
}

/** Whether all rows visible at a scroll position are rendered. */
export function shows(
  drawn: { readonly from: number; readonly to: number },
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
): boolean {
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowHeight));
  return drawn.from <= Math.floor(scrollTop / rowHeight) && last <= drawn.to;
}

/** Scroll position that shows a row: unchanged if it is visible, centred if it is far away. */
export function scrollTopFor(
  index: number,
  now: number,
  height: number,
  rowHeight: number,
  roomBelow: number,
): number {
  const top = index * rowHeight;
  const seen = height - roomBelow;
  if (top >= now && top + rowHeight <= now + seen) return now;
  const isFar = top < now - height || top > now + 2 * height;
  if (isFar) return Math.max(0, top - Math.round((seen - rowHeight) / 2));
  return top < now ? top : top + rowHeight - seen;
}
