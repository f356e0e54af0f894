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
 * A row: ARIA attributes and the screen's content. The content renders only when the row changes; focus and
 * selection affect the box only.
 */
export const TreeRowBox = memo(function TreeRowBox({ id, index, tree }: TreeRowBoxProps) {
  const row = useSyncExternalStore(tree.onRows, () => tree.row(id));
  const mark = useSyncExternalStore(tree.onMarks, () => tree.mark(id));
  const content = useMemo(() => row && tree.draw(row), [row, tree]);
  const element = useRef<HTMLDivElement>(null);

  const isFocused = mark.includes('f');
  useLayoutEffect(() => {
    const { current } = element;
    // A focused button inside counts as the row's focus.
    if (isFocused && current && !current.contains(document.activeElement))
      current.focus({ preventScroll: true });
  }, [isFocused]);
  // When the focused row is unmounted by scrolling, the tree itself takes the focus and keeps the keys.
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
    // The tree handles the keys of its rows in the capture phase.
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
      // Rows without children are leaves, without an expanded state.
      aria-expanded={isParent ? row.isOpen : undefined}
      aria-selected={mark.includes('s')}
      data-item={row.id}
      tabIndex={mark.includes('t') ? 0 : -1}
      onFocus={(event) => {
        // Focused by Tab or a screen reader: makes the row the target of the keys.
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
