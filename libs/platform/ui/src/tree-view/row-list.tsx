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
  const scrollToItem = useCallback(
    (index: number) => {
      const { current } = list;
      if (!current) return;
      current.scrollTop = scrollTopFor(index, current.scrollTop, height, rowHeight, roomBelow);
      // Drawn with the same frame, not with the one after the browser told that it scrolled.
      follow(current);
    },
    [height, rowHeight, roomBelow, follow],
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
    tree.attachList({ element: current, scrollToItem });
    return () => tree.attachList(null);
    // The count decides whether there is a scrollbar.
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
      // Once the row with the focus is out of sight the keys are the tree's own.
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
