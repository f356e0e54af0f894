import type { PointerEvent as ReactPointerEvent } from 'react';
import { isStill, placesAt, type DropPlace, type DropTree } from './drop-place.ts';
import type { TreeViewItem, VisibleRow } from './visible-rows.ts';

/** State of a running drag, for display. */
export interface DragSight<T extends TreeViewItem = TreeViewItem> {
  readonly dragged: readonly T[];
  /** Pointer position in viewport coordinates. */
  readonly x: number;
  readonly y: number;
  /** Null over no target, and where the drop changes nothing. */
  readonly place: DropPlace<T> | null;
  /** Reason of a refused target, as a text. */
  readonly refusal: string | null;
  /** Top of the target row within the visible list. */
  readonly top: number;
  /** Whether the line is below that row. */
  readonly isBelow: boolean;
}

export interface RowDragOptions<T extends TreeViewItem> {
  /** Container element, stable while rows change. */
  box(): HTMLElement | null;
  /** Scrolling element. */
  list(): HTMLElement | null;
  tree(): DropTree<T>;
  readonly rowHeight: number;
  readonly indent: number;
  /** Rows dragged together with the grabbed one; empty = not draggable. */
  draggedWith(row: VisibleRow<T>): readonly T[];
  refuse(dragged: readonly T[], place: DropPlace<T>): string | null;
  expand(row: VisibleRow<T>): void;
  drop(dragged: readonly T[], place: DropPlace<T>): void;
  refused(reason: string): void;
  show(sight: DragSight<T> | null): void;
}

/** Pixels of movement before a press becomes a drag. */
const SLACK = 5;
/** Milliseconds of hovering over a closed branch until it opens. */
const OPEN_AFTER_MS = 550;
/** Pixels at both ends of the list in which dragging scrolls. */
const SCROLL_EDGE = 40;
/** Pixels per frame at the very edge. */
const SCROLL_SPEED = 14;

const OWN_BUSINESS = 'button, input, textarea, select, [role="menu"], [data-no-drag]';

/** Drags rows by pointer events of mouse or pen; touch scrolls instead. One drag at a time; Esc cancels. */
export function createRowDrag<T extends TreeViewItem>(options: RowDragOptions<T>) {
  let stop: (() => void) | null = null;

  function press(event: ReactPointerEvent, row: VisibleRow<T>): void {
    if (stop || event.button !== 0 || event.pointerType === 'touch') return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(OWN_BUSINESS)) return;
    const box = options.box();
    if (!box) return;
    const { pointerId, clientX, clientY } = event;
    const waiting = new AbortController();
    const { signal } = waiting;
    stop = () => {
      waiting.abort();
      stop = null;
    };
    box.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== pointerId) return;
        if (Math.hypot(move.clientX - clientX, move.clientY - clientY) < SLACK) return;
        stop?.();
        const dragged = options.draggedWith(row);
        if (dragged.length > 0) begin(box, move, dragged);
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, () => stop?.(), { signal });
  }

  function begin(box: HTMLElement, first: PointerEvent, dragged: readonly T[]): void {
    const { pointerId } = first;
    const ids = new Set(dragged.map(({ id }) => id));
    const at = { x: first.clientX, y: first.clientY };
    let sight: DragSight<T> | null = null;
    let frame = 0;
    let opening: { readonly id: string; readonly timer: ReturnType<typeof setTimeout> } | null = null;
    const going = new AbortController();
    const { signal } = going;

    const look = () => {
      sight = sightAt(dragged, ids, at.x, at.y);
      options.show(sight);
      waitToOpen(sight);
    };
    const waitToOpen = (now: DragSight<T> | null) => {
      const row = now?.place?.zone === 'inside' ? options.tree().get(now.place.row.id) : undefined;
      const closed = row && !row.isOpen && (row.item.children?.length ?? 0) > 0 ? row : undefined;
      if (opening?.id === closed?.id) return;
      if (opening) clearTimeout(opening.timer);
      opening = closed
        ? { id: closed.id, timer: setTimeout(() => options.expand(closed), OPEN_AFTER_MS) }
        : null;
    };
    const scroll = () => {
      frame = requestAnimationFrame(scroll);
      const list = options.list();
      const rect = list?.getBoundingClientRect();
      if (!list || !rect) return;
      const above = Math.max(0, rect.top + SCROLL_EDGE - at.y);
      const below = Math.max(0, at.y - (rect.bottom - SCROLL_EDGE));
      const speed = (Math.min(SCROLL_EDGE, below) - Math.min(SCROLL_EDGE, above)) / SCROLL_EDGE;
      const before = list.scrollTop;
      if (speed !== 0) list.scrollTop += speed * SCROLL_SPEED;
      if (list.scrollTop !== before) look();
    };
    const end = (isDrop: boolean) => {
      going.abort();
      cancelAnimationFrame(frame);
      if (opening) clearTimeout(opening.timer);
      if (box.hasPointerCapture(pointerId)) box.releasePointerCapture(pointerId);
      delete document.documentElement.dataset['dragging'];
      stop = null;
      options.show(null);
      const last = sight;
      if (!isDrop || !last?.place) return;
      if (last.refusal === null) options.drop(dragged, last.place);
      else options.refused(last.refusal);
    };
    stop = () => end(false);

    box.setPointerCapture(pointerId);
    box.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== pointerId) return;
        at.x = move.clientX;
        at.y = move.clientY;
        look();
      },
      { signal },
    );
    box.addEventListener('pointerup', () => end(true), { signal });
    box.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        key.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
    // The drag ends with a click event, which must not reach any row.
    const swallow = (click: MouseEvent) => click.stopPropagation();
    window.addEventListener('click', swallow, { capture: true, once: true });
    signal.addEventListener('abort', () =>
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true })),
    );
    document.documentElement.dataset['dragging'] = '';
    frame = requestAnimationFrame(scroll);
    look();
  }

  function sightAt(dragged: readonly T[], ids: ReadonlySet<string>, x: number, y: number): DragSight<T> {
    const nothing = { dragged, x, y, place: null, refusal: null, top: 0, isBelow: false };
    const list = options.list();
    const rect = list?.getBoundingClientRect();
    if (!list || !rect || y < rect.top || y > rect.bottom || x < rect.left || x > rect.right) return nothing;
    const tree = options.tree();
    const down = (y - rect.top + list.scrollTop) / options.rowHeight;
    const index = Math.floor(down);
    const isPast = tree.at(index) === undefined;
    const last = isPast ? countRows(tree, index) : index;
    const places = placesAt(
      tree,
      {
        index: last,
        share: isPast ? 1 : down - index,
        level: Math.max(0, Math.floor((x - rect.left - options.indent) / options.indent)),
      },
      ids,
    );
    const [likeliest] = places;
    if (!likeliest || isStill(tree, likeliest, [...ids])) return nothing;
    const judged = places.map((place) => ({ place, refusal: options.refuse(dragged, place) }));
    const { place, refusal } = judged.find((each) => each.refusal === null) ?? {
      place: likeliest,
      refusal: judged[0]?.refusal ?? null,
    };
    const shown = isPast ? last - 1 : index;
    return {
      ...nothing,
      place,
      refusal,
      top: shown * options.rowHeight - list.scrollTop,
      isBelow: isPast || down - index >= 0.5,
    };
  }

  return { press, cancel: () => stop?.() };
}

/** Number of rows, found by binary search. */
function countRows<T extends TreeViewItem>(tree: DropTree<T>, beyond: number): number {
  let low = 0;
  let high = beyond;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tree.at(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
