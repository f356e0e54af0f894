import {
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type UIEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { ListSizeContext, SharedTreeContext, type ListSize, type SharedTree } from './shared-tree.ts';
import { TreeRowBox } from './tree-row.tsx';
import classes from './tree-view.module.css';

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

/** The rows that are in sight, in the place of the library's own list: it draws each with react-dnd at work. */
export function RowList() {
  const tree = use(SharedTreeContext);
  const size = use(ListSizeContext);
  return tree && <Rows tree={tree} size={size} />;
}

function Rows({ tree, size }: { readonly tree: SharedTree; readonly size: ListSize }) {
  const { label, count, height, roomBelow } = size;
  const { rowHeight } = tree;
  // Another render may have begun and read something else, without ever coming to be shown.
  tree.show(size.rows);
  const list = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(() => windowAt(0, height, rowHeight, count));
  // What is drawn follows the size at once: another render of the old window would be for nothing.
  const now = useRef(0);
  // oxlint-disable-next-line react/refs -- where the list was scrolled to; a state would draw twice
  const fitting = windowAt(now.current, height, rowHeight, count);
  if (fitting.from !== drawn.from || fitting.to !== drawn.to) setDrawn(fitting);

  const follow = useCallback(
    (element: HTMLElement) => {
      now.current = element.scrollTop;
      const next = windowAt(now.current, height, rowHeight, count);
      setDrawn((old) => (old.from === next.from && old.to === next.to ? old : next));
    },
    [height, rowHeight, count],
  );
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    // Beyond what is drawn the next frame would be empty.
    if (shows(drawn, currentTarget.scrollTop, height, rowHeight, count)) follow(currentTarget);
    else flushSync(() => follow(currentTarget));
  };
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    // The browser moves the list by itself when it gets shorter, and tells a frame later.
    if (current.scrollTop !== now.current) follow(current);
    tree.attachList({
      element: current,
      scrollToItem: (index) => {
        current.scrollTop = scrollTopFor(index, current.scrollTop, height, rowHeight, roomBelow);
        // Drawn with the same frame, not with the one after the browser told that it scrolled.
        follow(current);
      },
    });
    return () => tree.attachList(null);
    // The count decides whether there is a scrollbar.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [tree, height, rowHeight, roomBelow, count, follow]);

  const stop = useSyncExternalStore(tree.onMarks, tree.tabStop);
  const stopIndex = stop === null ? -1 : (tree.row(stop)?.index ?? -1);
  const isStopDrawn = stopIndex >= drawn.from && stopIndex < drawn.to;
  const rows = [];
  for (let index = drawn.from; index < drawn.to; index++) {
    const row = tree.rowAt(index);
    if (row) rows.push(<TreeRowBox key={row.id} id={row.id} index={index} tree={tree} />);
  }
  return (
    <div
      ref={list}
      role="tree"
      aria-label={label}
      aria-multiselectable
      className={classes.list}
      // Once the row with the focus is out of sight the keys are the tree's own.
      tabIndex={isStopDrawn ? -1 : 0}
      onScroll={onScroll}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) tree.left();
      }}
    >
      <div role="none" style={{ height: count * rowHeight + roomBelow, position: 'relative' }}>
        {rows}
      </div>
    </div>
  );
}
