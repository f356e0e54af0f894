import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Tree, type NodeRendererProps, type RowRendererProps, type TreeApi } from 'react-arborist';
import { dropAnchors, type Anchors } from './drop-anchors.ts';
import classes from './tree-view.module.css';

/** A row of any tree. `children` null = can hold nothing; empty = holds nothing yet. */
export interface TreeViewItem {
  readonly id: string;
  /** Read by type-ahead. */
  readonly name: string;
  readonly children: readonly TreeViewItem[] | null;
}

export interface TreeRow<T> {
  readonly item: T;
  readonly level: number;
  readonly isOpen: boolean;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly willReceiveDrop: boolean;
  toggle(): void;
}

export interface TreeViewHandle {
  expandAll(): void;
  collapseAll(): void;
  /** Opens what hides the row, scrolls to it and focuses it. */
  reveal(id: string): void;
  /** The same, but a focus that is elsewhere on the page stays there; the row becomes the tree's tab stop. */
  show(id: string): void;
  open(id: string): void;
  /** Back to the row that had the focus; nothing when the focus went somewhere else meanwhile. */
  focusTree(): void;
}

export interface TreeViewProps<T extends TreeViewItem> {
  readonly items: readonly T[];
  readonly label: string;
  readonly renderRow: (row: TreeRow<T>) => ReactNode;
  readonly rowHeight?: number;
  readonly indent?: number;
  readonly canDrag?: (item: T) => boolean;
  /** Words that say why these may not go under that parent (null = the top); null when they may. */
  readonly refuseDrop?: (dragged: readonly T[], parent: T | null) => string | null;
  readonly onMove?: (ids: readonly string[], parent: string | null, anchors: Anchors) => void;
  /** A drop was let go where it may not be. */
  readonly onRefusedDrop?: (reason: string) => void;
  readonly onSelect?: (items: readonly T[]) => void;
  readonly onFocus?: (item: T) => void;
  /** Enter. */
  readonly onOpen?: (item: T) => void;
  /** A plain click, without the keys that select several; the space bar on a leaf. */
  readonly onClick?: (item: T, toggle: () => void) => void;
  /** The screen's own keys; true = handled. */
  readonly onKey?: (event: KeyboardEvent, item: T | null) => boolean;
  readonly handle?: Ref<TreeViewHandle>;
}

interface Shared {
  renderRow(row: TreeRow<TreeViewItem>): ReactNode;
  onOpen(item: TreeViewItem): void;
}
const SharedContext = createContext<Shared | null>(null);

function Row({ node, style, dragHandle }: NodeRendererProps<TreeViewItem>) {
  const shared = use(SharedContext);
  // The row reaches from edge to edge; how deep its content stands is for the row to use.
  const { paddingLeft, ...box } = style;
  return (
    <div
      ref={dragHandle}
      style={{ ...box, '--tree-indent': `${paddingLeft ?? 0}px` } as CSSProperties}
      className={classes.row}
    >
      {shared?.renderRow({
        item: node.data,
        level: node.level,
        isOpen: node.isOpen,
        isFocused: node.isFocused,
        isSelected: node.isSelected,
        willReceiveDrop: node.willReceiveDrop,
        toggle: () => node.toggle(),
      })}
    </div>
  );
}

/** One tab stop for the whole tree: the focused row, else the first. */
function RowContainer({ node, attrs, innerRef, children }: RowRendererProps<TreeViewItem>) {
  const shared = use(SharedContext);
  // A tree that lost the focus still knows its row, but no longer calls it focused.
  const current = node.tree.focusedNode;
  const isTabStop = current ? current.id === node.id : node.rowIndex === 0;
  return (
    <div
      {...attrs}
      // The library lets a row grow with its content: a long name would push the columns out of sight.
      style={{ ...attrs.style, minWidth: 0 }}
      role="treeitem"
      // A row that holds nothing yet is an end: there is nothing to expand.
      aria-expanded={node.children?.length ? node.isOpen : undefined}
      ref={innerRef}
      className={classes.rowContainer}
      data-selected={node.isSelected || undefined}
      data-drop={node.willReceiveDrop || undefined}
      data-item={node.id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => {
        event.stopPropagation();
        // Reached by Tab or by a screen reader: the keys act on the row that has the focus.
        if (event.target === event.currentTarget && !node.isFocused) node.focus();
      }}
      onClick={node.handleClick}
      onKeyDown={(event) => {
        // A button inside the row keeps its own Enter.
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        shared?.onOpen(node.data);
      }}
    >
      {children}
    </div>
  );
}

/**
 * Our tree: react-arborist behind one component, with drop anchors instead of indexes, refusals in words,
 * and a quick expand and collapse (the library's own dispatch one action a node, seconds at 10,000 rows).
 */
export function TreeView<T extends TreeViewItem>(props: TreeViewProps<T>) {
  const { items, label, rowHeight = 32, indent = 14 } = props;
  const { ref: sizeRef, height } = useElementSize();
  const box = useRef<HTMLDivElement>(null);
  const boxRef = useMergedRef(sizeRef, box);
  const api = useRef<TreeApi<TreeViewItem> | null>(null);
  const [mount, setMount] = useState({ key: 0, open: true });
  const [refusal, setRefusal] = useState<string | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const { renderRow } = props;
  const shared = useMemo<Shared>(
    () => ({
      renderRow: (row) => renderRow(row as TreeRow<T>),
      onOpen: (item) => latest.current.onOpen?.(item as T),
    }),
    [renderRow],
  );

  const reveal = useCallback((id: string) => {
    api.current?.openParents(id);
    void api.current?.scrollTo(id);
    api.current?.focus(id);
  }, []);
  const show = useCallback(
    (id: string) => {
      reveal(id);
      // The library moves the focus once it draws, unless the tree has lost it meanwhile.
      if (!box.current?.contains(document.activeElement)) api.current?.onBlur();
    },
    [reveal],
  );

  useImperativeHandle(
    props.handle,
    () => ({
      expandAll: () => setMount(({ key }) => ({ key: key + 1, open: true })),
      collapseAll: () => setMount(({ key }) => ({ key: key + 1, open: false })),
      reveal,
      show,
      open: (id) => api.current?.open(id),
      focusTree: () => {
        const { activeElement } = document;
        if (activeElement && activeElement !== document.body && !box.current?.contains(activeElement)) return;
        api.current?.focus(api.current.focusedNode ?? api.current.firstNode);
        // The library takes a row that it calls focused for one that has the focus.
        box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
      },
    }),
    [reveal, show],
  );

  // The library tells nothing of a drop that it refused: notice the end of the drag ourselves.
  useEffect(() => {
    const ended = () =>
      setRefusal((reason) => {
        if (reason !== null) latest.current.onRefusedDrop?.(reason);
        return null;
      });
    document.addEventListener('dragend', ended);
    return () => document.removeEventListener('dragend', ended);
  }, []);

  const isRefused = (parent: { data: TreeViewItem | null; isRoot: boolean }, dragged: TreeViewItem[]) => {
    const reason =
      latest.current.refuseDrop?.(dragged as T[], parent.isRoot ? null : (parent.data as T)) ?? null;
    // Called while hovering, outside of rendering; the same words again change nothing.
    setRefusal(reason);
    return reason !== null;
  };

  return (
    <div
      ref={boxRef}
      className={classes.tree}
      onKeyDownCapture={(event) => {
        if (event.target instanceof Element && event.target.closest('input, textarea, [role="menu"]')) return;
        const item = (api.current?.focusedNode?.data as T | undefined) ?? null;
        if (props.onKey?.(event, item)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      <SharedContext value={shared}>
        <Tree<TreeViewItem>
          key={mount.key}
          ref={(tree) => {
            api.current = tree ?? null;
          }}
          data={items}
          openByDefault={mount.open}
          width="100%"
          height={height || 400}
          rowHeight={rowHeight}
          indent={indent}
          overscanCount={8}
          aria-label={label}
          renderRow={RowContainer}
          disableEdit
          disableDrag={(item) => !props.onMove || props.canDrag?.(item as T) === false}
          disableDrop={({ parentNode, dragNodes }) =>
            isRefused(
              parentNode,
              dragNodes.map((node) => node.data),
            )
          }
          onMove={({ dragIds, parentId, parentNode }) => {
            const tree = api.current;
            const children = parentNode?.children ?? tree?.root.children ?? [];
            const anchors = dropAnchors(
              children.map((node) => node.id),
              new Set(dragIds),
              tree?.state.dnd.index ?? null,
            );
            props.onMove?.(dragIds, parentId, anchors);
          }}
          onSelect={(nodes) => latest.current.onSelect?.(nodes.map((node) => node.data as T))}
          onFocus={(node) => latest.current.onFocus?.(node.data as T)}
          onActivate={(node) => latest.current.onClick?.(node.data as T, () => node.toggle())}
        >
          {Row}
        </Tree>
      </SharedContext>
      {refusal !== null && (
        <div className={classes.refusal} role="status">
          {refusal}
        </div>
      )}
    </div>
  );
}
