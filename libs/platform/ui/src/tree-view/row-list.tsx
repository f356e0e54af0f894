import {
  use,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type UIEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { scrollTopFor, shows, windowAt } from './list-window.ts';
import { ListSizeContext, SharedTreeContext, type ListSize, type SharedTree } from './shared-tree.ts';
import { TreeRowBox } from './tree-row.tsx';
import { useWrittenRow } from './use-written-row.ts';
import classes from './tree-view.module.css';

/** Virtualized rows that replace the library's own list, which attaches react-dnd to each row. */
export function RowList() {
  const tree = use(SharedTreeContext);
  const size = use(ListSizeContext);
  return tree && <Rows tree={tree} size={size} />;
}

function Rows({ tree, size }: { readonly tree: SharedTree; readonly size: ListSize }) {
  const { label, count, height, roomBelow } = size;
  const { rowHeight } = tree;
  // An interrupted render may have read other rows without being committed.
  tree.show(size.rows);
  const list = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(() => windowAt(0, height, rowHeight, count));
  // Adjusted during rendering: rendering the old range first would be wasted.
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
  const scrollToItem = useCallback(
    (index: number) => {
      const { current } = list;
      if (!current) return;
      current.scrollTop = scrollTopFor(index, current.scrollTop, height, rowHeight, roomBelow);
      // Rendered in the same frame instead of after the scroll event.
      follow(current);
    },
    [height, rowHeight, roomBelow, follow],
  );
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    // Beyond the rendered range the next frame would be blank, so it renders synchronously.
    if (shows(drawn, currentTarget.scrollTop, height, rowHeight, count)) follow(currentTarget);
    else flushSync(() => follow(currentTarget));
  };
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    // Browsers clamp the scroll position of a shortened list, and fire the event a frame later.
    if (current.scrollTop !== now.current) follow(current);
    tree.attachList({ element: current, scrollToItem });
    return () => tree.attachList(null);
    // The number of rows decides whether there is a scrollbar.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [tree, count, follow, scrollToItem]);

  const stop = useSyncExternalStore(tree.onMarks, tree.tabStop);
  const stopIndex = stop === null ? -1 : (tree.row(stop)?.index ?? -1);
  const isStopDrawn = stopIndex >= drawn.from && stopIndex < drawn.to;
  const written = useWrittenRow({ tree, list, height, scrollToItem });
  const rows: ReactNode[] = [];
  const draw = (index: number) => {
    const row = tree.rowAt(index);
    if (row) rows.push(<TreeRowBox key={row.id} id={row.id} index={index} tree={tree} />);
  };
  if (written.index < drawn.from) draw(written.index);
  for (let index = drawn.from; index < drawn.to; index++) draw(index);
  if (written.index >= drawn.to) draw(written.index);
  return (
    <div
      ref={list}
      role="tree"
      aria-label={label}
      aria-multiselectable
      className={classes.list}
      // If the focused row is not rendered, the tree itself takes the focus.
      tabIndex={isStopDrawn ? -1 : 0}
      onScroll={onScroll}
      onFocus={written.onFocus}
      onBlur={(event) => {
        written.onBlur(event);
        if (!event.currentTarget.contains(event.relatedTarget)) tree.left();
      }}
    >
      <div role="none" style={{ height: count * rowHeight + roomBelow, position: 'relative' }}>
        {rows}
      </div>
    </div>
  );
}
