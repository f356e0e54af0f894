/** Edges of an element in pixels of the window. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Pixels between a button and the toasts below it. */
const GAP = 8;

/**
 * The nearest place for toasts at or below `box.top` where they cover none of the buttons; `box.top` itself when there
 * is no room above `limit`.
 */
export function clearTop(box: Box, buttons: readonly Box[], limit: number): number {
  const height = box.bottom - box.top;
  const beside = buttons
    .filter(({ left, right }) => left < box.right && right > box.left)
    .toSorted((a, b) => a.top - b.top);
  let { top } = box;
  for (const button of beside)
    if (button.top < top + height && button.bottom > top) top = button.bottom + GAP;
  return top + height <= limit ? top : box.top;
}
