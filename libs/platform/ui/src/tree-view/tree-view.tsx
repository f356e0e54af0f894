// The library is driven by its handle: refs are read in event handlers only, never during rendering, which
// the compiler's rules cannot detect.
/* oxlint-disable react/memo-dependencies, react/refs, react/immutability */
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Tree, type TreeApi } from 'react-arborist';
import { DragLayer, type DragLayerHandle } from './drag-layer.tsx';
import type { Anchors } from './drop-anchors.ts';
import type { DropPlace, DropTree } from './drop-place.ts';
import { ALL_LEVELS, openTo, setOpen, type Expansion } from './expansion.ts';
import { noDragAndDrop, readLazily } from './lazy-nodes.ts';
import { goalOf, type Goal, type Way } from './goal.ts';
import { createRowDrag } from './row-drag.ts';
import {
  FIELDS,
  isElsewhere,
  isWrittenIn,
  keepFocus,
  pruneSelection,
  remember,
  topmostRows,
  type Remembered,
} from './tree-focus.ts';
import { Listeners } from './listeners.ts';
import { handleTreeKey, IN_WORD, TypeAhead } from './tree-keys.ts';
import { createRowPointer } from './row-pointer.ts';
import { selectAlone } from './tree-selection.ts';
import { attachList } from './attach-list.ts';
import { RowList } from './row-list.tsx';
import { useHeight } from './use-height.ts';
import {
  ListSizeContext,
  SharedTreeContext,
  type ListHandle,
  type ListSize,
  type SharedTree,
  type TreeRow,
} from './shared-tree.ts';
import { openPath, VisibleRows, type TreeViewItem, type VisibleRow } from './visible-rows.ts';
import classes from './tree-view.module.css';

/** A point of the viewport, or an element, at which a menu is anchored. */
export type TreeViewAnchor = { readonly x: number; readonly y: number } | Element;

export interface TreeViewHandle {
  expandAll(): void;
  collapseAll(): void;
  /**
   * Expands the ancestors, scrolls to the row, focuses and selects it, with the rows `together` if they are visible;
   * waits for rows that do not exist yet.
   */
  reveal(id: string, together?: readonly string[]): void;
  /** Like `reveal`, but keeps a focus outside of the tree; the row becomes the tree's tab stop. */
  show(id: string): void;
  /** Expands the ancestors and scrolls to the row; keeps focus and selection. Waits for rows that do not exist yet. */
  scrollTo(id: string): void;
  select(ids: readonly string[]): void;
  /** Returns the focus to the last focused row; a no-op if the focus is elsewhere or in a field. */
  focusTree(): void;
}

export interface TreeViewProps<T extends TreeViewItem> {
  readonly items: readonly T[];
  readonly label: string;
  /** Must be referentially stable: a new function renders every row again. */
  readonly renderRow: (row: TreeRow<T>) => ReactNode;
  readonly rowHeight?: number;
  readonly indent?: number;
  /** Pixels of free space under the last row, for overlays. */
  readonly roomBelow?: number;
  /** Called with the scrollbar's width, so that a header can align with the rows. */
  readonly onScrollbar?: (pixels: number) => void;
  /** Controlled expansion; without it the tree manages it, initially all open. */
  readonly expansion?: Expansion;
  readonly onExpansion?: (change: (now: Expansion) => Expansion) => void;
  readonly canDrag?: (item: T) => boolean;
  /** Reason as a text if a drop is not allowed; else null. */
  readonly refuseDrop?: (dragged: readonly T[], place: DropPlace<T>) => string | null;
  /** Label at the pointer. */
  readonly dropWords?: (dragged: readonly T[], place: DropPlace<T> | null) => string;
  readonly onMove?: (ids: readonly string[], parent: string | null, anchors: Anchors) => void;
  /** Called for a drop on a refused target. */
  readonly onRefusedDrop?: (reason: string) => void;
  readonly onSelect?: (ids: ReadonlySet<string>) => void;
  readonly onFocus?: (item: T) => void;
  /** Called on Enter. */
  readonly onOpen?: (item: T) => void;
  /** Called on a click without modifier keys, outside of the row's controls. */
  readonly onClick?: (item: T, toggle: () => void) => void;
  /** Called on the second click of a double click, in place of `onClick`. */
  readonly onDoubleClick?: (item: T, toggle: () => void) => void;
  /** Called on right click, menu key and Shift+F10. */
  readonly onMenu?: (item: T, at: TreeViewAnchor) => void;
  /** Screen-specific keys; true = handled. */
  readonly onKey?: (event: KeyboardEvent, item: T | null) => boolean;
  /** Whether typed text matches a row; by default by its name. */
  readonly isTyped?: (item: T, typed: string) => boolean;
  readonly handle?: Ref<TreeViewHandle>;
}

const Arborist = memo(Tree<TreeViewItem>);
const NO_ROWS: readonly TreeViewItem[] = [];
const NoNode = () => null;
/** Height of the list in pixels until it is measured. */
const UNMEASURED = 600;

/**
 * Tree component based on react-arborist. The library manages focus, selection and the rendered nodes;
 * expansion, visible rows, keys and dragging are implemented here, so that the cost of a change depends on
 * the change and not on the tree's size.
 */
export function TreeView<T extends TreeViewItem>(props: TreeViewProps<T>) {
  const { items, label, rowHeight = 32, indent = 14 } = props;
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const api = useRef<TreeApi<TreeViewItem> | null>(null);
  const layer = useRef<DragLayerHandle>(null);
  const listHandle = useRef<ListHandle | null>(null);
  const [ownExpansion, setOwnExpansion] = useState<Expansion>(() => openTo(ALL_LEVELS));
  const expansion = props.expansion ?? ownExpansion;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const [visible] = useState(() => new VisibleRows());
  // Not memoised: an interrupted render may have read other rows without being committed.
  const list = visible.read(items, expansion);
  const [rowListeners] = useState(() => new Listeners());
  const [markListeners] = useState(() => new Listeners());
  const [typeAhead] = useState(() => new TypeAhead());
  const goal = useRef<Goal | null>(null);

  const changeExpansion = useCallback((change: (now: Expansion) => Expansion) => {
    const { onExpansion } = latest.current;
    if (onExpansion) onExpansion(change);
    else setOwnExpansion(change);
  }, []);
  const tree = useCallback(
    (): DropTree<T> => ({
      at: (index) => visible.at(index) as VisibleRow<T> | undefined,
      get: (id) => visible.get(id) as VisibleRow<T> | undefined,
      items: latest.current.items,
    }),
    [visible],
  );

  const drag = useMemo(
    () =>
      createRowDrag<T>({
        box: () => box.current,
        list: () => listHandle.current?.element ?? null,
        tree,
        rowHeight,
        indent,
        draggedWith: (row) => {
          const { onMove, canDrag } = latest.current;
          if (!onMove || canDrag?.(row.item) === false) return [];
          const chosen =
            api.current?.isSelected(row.id) === true ? api.current.selectedIds : new Set<string>();
          return chosen.size > 1 ? topmostRows(tree(), chosen) : [row.item];
        },
        refuse: (dragged, place) => latest.current.refuseDrop?.(dragged, place) ?? null,
        expand: (row) => changeExpansion((now) => setOpen(now, [row], true)),
        drop: (dragged, { parent, anchors }) =>
          latest.current.onMove?.(
            dragged.map(({ id }) => id),
            parent?.id ?? null,
            anchors,
          ),
        refused: (reason) => latest.current.onRefusedDrop?.(reason),
        show: (sight) => layer.current?.show(sight),
      }),
    [tree, rowHeight, indent, changeExpansion],
  );
  useEffect(() => () => drag.cancel(), [drag]);

  const { renderRow } = props;
  const shared = useMemo<SharedTree>(() => {
    const toggle = (row: VisibleRow) => changeExpansion((now) => setOpen(now, [row], !row.isOpen));
    const focused = () => api.current?.state.nodes.focus ?? { id: null, treeFocused: false };
    const tabStop = () => visible.get(focused().id)?.id ?? visible.at(0)?.id ?? null;
    const pointer = createRowPointer({
      api: () => api.current,
      visible,
      drag: (event, row) => drag.press(event, row as VisibleRow<T>),
      click: (row) => latest.current.onClick?.(row.item as T, () => toggle(row)),
      doubleClick: (row) => {
        const { onClick, onDoubleClick } = latest.current;
        (onDoubleClick ?? onClick)?.(row.item as T, () => toggle(row));
      },
      openMenu: (row, at) => {
        latest.current.onMenu?.(row.item as T, at);
        return latest.current.onMenu !== undefined;
      },
    });
    return {
      rowHeight,
      indent,
      onRows: rowListeners.on,
      row: (id) => visible.get(id),
      rowAt: (index) => visible.at(index),
      show: (rows) => visible.show(rows),
      draw: (row) =>
        renderRow({ item: row.item as T, level: row.level, isOpen: row.isOpen, toggle: () => toggle(row) }),
      onMarks: markListeners.on,
      mark: (id) => {
        const { id: at, treeFocused } = focused();
        const isSelected = api.current?.isSelected(id) === true;
        return `${at === id && treeFocused ? 'f' : ''}${isSelected ? 's' : ''}${tabStop() === id ? 't' : ''}`;
      },
      tabStop,
      reached: (id) => {
        const now = api.current;
        // A press selects by itself.
        if (!now || pointer.isPressed() || (focused().id === id && focused().treeFocused)) return;
        // Focus by Tab or a screen reader selects like an arrow key.
        if (now.hasMultipleSelections) now.focus(id, { scroll: false });
        else selectAlone(now, id);
      },
      left: () => api.current?.onBlur(),
      click: pointer.click,
      press: pointer.press,
      openMenu: pointer.openMenu,
      attachList: (handle) => {
        listHandle.current = handle;
        if (handle) latest.current.onScrollbar?.(handle.element.offsetWidth - handle.element.clientWidth);
        if (api.current) attachList(api.current, handle);
      },
    };
  }, [rowHeight, indent, rowListeners, markListeners, visible, renderRow, changeExpansion, drag]);

  const attach = useCallback(
    (next: TreeApi<TreeViewItem> | null | undefined) => {
      // The library calls this on each render with the same object.
      if (!next || next === api.current) return;
      const list = listHandle.current;
      api.current = next;
      readLazily(next, visible);
      attachList(next, list);
      next.store.subscribe(markListeners.tell);
    },
    [visible, markListeners],
  );

  const lastFocus = useRef<Remembered | null>(null);
  useLayoutEffect(() => {
    rowListeners.tell();
    const now = api.current;
    if (!now) return;
    keepFocus(now, visible, lastFocus.current, box.current);
    lastFocus.current = remember(visible, now.state.nodes.focus.id);
    pruneSelection(now, visible);
    const { current } = goal;
    if (!current) return;
    const found = visible.get(current.id);
    if (found) {
      goal.current = null;
      if (current.way === 'scroll') return listHandle.current?.scrollToItem(found.index);
      // The library assumes that its focused row has the DOM focus.
      const isInside = box.current?.contains(document.activeElement) === true;
      const isKept = (current.way === 'show' && !isInside) || isWrittenIn(box.current);
      now.select(current.id);
      const others = current.together.filter((id) => visible.get(id));
      if (others.length > 1) now.setSelection({ ids: others, anchor: current.id, mostRecent: current.id });
      if (isKept) now.onBlur();
    } else if (performance.now() > current.until) goal.current = null;
    else changeExpansion((before) => openPath(before, items, current.id));
  });

  const aim = useCallback((id: string, way: Way, together: readonly string[] = []) => {
    // Ancestors are expanded when the row's position is known: it may be moving.
    goal.current = goalOf(id, way, together);
    setAims((count) => count + 1);
  }, []);
  // Forces a render even if the row is already visible and nothing else changes.
  const [, setAims] = useState(0);

  useImperativeHandle(
    props.handle,
    (): TreeViewHandle => ({
      expandAll: () => changeExpansion(() => openTo(ALL_LEVELS)),
      collapseAll: () => changeExpansion(() => openTo(0)),
      reveal: (id, together) => aim(id, 'reveal', together),
      show: (id) => aim(id, 'show'),
      scrollTo: (id) => aim(id, 'scroll'),
      select: (ids) =>
        api.current?.setSelection({ ids: [...ids], anchor: ids[0] ?? null, mostRecent: ids.at(-1) ?? null }),
      focusTree: () => {
        if (isElsewhere(box.current) || isWrittenIn(box.current)) return;
        const now = api.current;
        const row = now?.focusedNode ?? now?.firstNode;
        if (now && row && now.selectedIds.size === 0) selectAlone(now, row.id);
        else if (row) now?.focus(row, { scroll: false });
        box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
      },
    }),
    [aim, changeExpansion],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const now = api.current;
    if (!now || !(event.target instanceof Element) || event.target.closest(FIELDS)) return;
    // A button inside a row keeps its own Enter and Space.
    if (event.target.closest('button') && (event.key === 'Enter' || event.key === ' ')) return;
    const focused = visible.get(now.state.nodes.focus.id);
    const isLetter = IN_WORD.test(event.key) && !event.ctrlKey && !event.metaKey;
    const isHandled =
      (!(isLetter && typeAhead.isTyping) && props.onKey?.(event, (focused?.item as T | undefined) ?? null)) ||
      handleTreeKey(
        event,
        {
          api: now,
          visible,
          page: Math.max(1, Math.floor(height / rowHeight) - 1),
          setOpen: (rows, isOpen) => changeExpansion((before) => setOpen(before, rows, isOpen)),
          open: (row) => props.onOpen?.(row.item as T),
          openMenu: (row) => {
            if (!now.isSelected(row.id)) now.select(row.id);
            const element = box.current?.querySelector(`[data-item="${CSS.escape(row.id)}"]`);
            props.onMenu?.(row.item as T, element ?? event.currentTarget);
          },
          matches: (row, typed) =>
            props.isTyped?.(row.item as T, typed) ??
            row.item.name.toLocaleLowerCase().startsWith(typed.toLocaleLowerCase()),
        },
        typeAhead,
      );
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const roomBelow = props.roomBelow ?? 0;
  const size = useMemo(
    (): ListSize => ({ label, count: list.length, height: height || UNMEASURED, rows: list, roomBelow }),
    [label, list, height, roomBelow],
  );
  const onSelect = useCallback(() => {
    if (api.current) latest.current.onSelect?.(api.current.selectedIds);
  }, []);
  const onFocus = useCallback(
    ({ id }: { readonly id: string }) => {
      const row = visible.get(id);
      lastFocus.current = remember(visible, id);
      if (row) latest.current.onFocus?.(row.item as T);
    },
    [visible],
  );

  return (
    <div
      ref={box}
      className={classes.tree}
      onKeyDownCapture={onKeyDown}
      onFocusCapture={(event) => {
        // The library would return the focus from a field to the row.
        if (event.target.matches(FIELDS)) api.current?.onBlur();
      }}
    >
      <SharedTreeContext value={shared}>
        <ListSizeContext value={size}>
          <Arborist
            ref={attach}
            data={NO_ROWS}
            renderContainer={RowList}
            renderDragPreview={NoNode}
            dndBackend={noDragAndDrop}
            disableEdit
            onSelect={onSelect}
            onFocus={onFocus}
          />
        </ListSizeContext>
      </SharedTreeContext>
      <DragLayer
        ref={layer}
        rowHeight={rowHeight}
        indent={indent}
        words={({ dragged, place }) =>
          props.dropWords?.(dragged as readonly T[], place as DropPlace<T> | null) ?? dragged[0]?.name ?? ''
        }
      />
    </div>
  );
}
