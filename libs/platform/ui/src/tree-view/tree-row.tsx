import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
  type CSSProperties,
} from 'react';
import type { SharedTree } from './shared-tree.ts';
import classes from './tree-view.module.css';

interface TreeRowBoxProps {
  readonly id: string;
  readonly index: number;
  readonly tree: SharedTree;
}

/**
 * A row of the list: where it stands for screen readers, and what the screen draws in it. Draws its content
 * again only when that row changed; being focused or chosen changes the box alone.
 */
export const TreeRowBox = memo(function TreeRowBox({ id, index, tree }: TreeRowBoxProps) {
  const row = useSyncExternalStore(tree.onRows, () => tree.row(id));
  const mark = useSyncExternalStore(tree.onMarks, () => tree.mark(id));
  const content = useMemo(() => row && tree.draw(row), [row, tree]);
  const element = useRef<HTMLDivElement>(null);

  const isFocused = mark.includes('f');
  useLayoutEffect(() => {
    const { current } = element;
    // A button inside that has the focus is on this row already.
    if (isFocused && current && !current.contains(document.activeElement))
      current.focus({ preventScroll: true });
  }, [isFocused]);
  // A row that scrolls out of sight takes the focus with it: the tree itself keeps the keys meanwhile.
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current === document.activeElement) current?.closest<HTMLElement>('[role="tree"]')?.focus(STAY);
    };
  }, []);

  const press = useCallback(
    (event: React.PointerEvent) => {
      if (row) tree.press(event, row);
    },
    [row, tree],
  );
  if (!row) return null;
  const isParent = (row.item.children?.length ?? 0) > 0;
  return (
    // The keys of a row are the tree's, which hears them before.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      role="treeitem"
      className={classes.row}
      style={
        {
          top: index * tree.rowHeight,
          height: tree.rowHeight,
          '--tree-indent': `${row.level * tree.indent}px`,
        } as CSSProperties
      }
      aria-level={row.level + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      // A row that holds nothing yet is an end: there is nothing to expand.
      aria-expanded={isParent ? row.isOpen : undefined}
      aria-selected={mark.includes('s')}
      data-item={row.id}
      tabIndex={mark.includes('t') ? 0 : -1}
      onFocus={(event) => {
        // Reached by Tab or by a screen reader: the keys act on the row that has the focus.
        if (event.target === event.currentTarget) tree.reached(id);
      }}
      onClick={(event) => tree.click(event, row)}
      onPointerDown={press}
      onContextMenu={(event) => tree.openMenu(event, row)}
    >
      {content}
    </div>
  );
});

const STAY: FocusOptions = { preventScroll: true };
