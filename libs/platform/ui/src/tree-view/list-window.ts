/** Rows drawn beyond the edges of the window, and by how many it moves at once. */
const OVERSCAN = 8;
const STEP = 4;

/** Which rows are drawn for a scroll position; the same for some rows on, so that not every pixel draws anew. */
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

/** Whether every row that is in sight at a scroll position is among the drawn ones. */
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

/** Where to scroll so that a row is in sight: nowhere when it is, to the middle when it is far away. */
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
