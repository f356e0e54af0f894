import { NodeApi, type TreeApi } from 'react-arborist';
import type { VisibleRow, VisibleRows } from './visible-rows.ts';

const nothing = () => () => undefined;

/** Stub of a react-dnd backend: rows are dragged by own pointer events. */
export const noDragAndDrop = () => ({
  setup: () => undefined,
  teardown: () => undefined,
  connectDragSource: nothing,
  connectDragPreview: nothing,
  connectDropTarget: nothing,
  profile: () => ({}),
});

/**
 * Makes a react-arborist tree use the list of visible rows instead of building a node for every item. On each
 * change of its data the library rebuilds all nodes (26 ms for 10,000, 120 ms for 50,000); with this, nodes
 * are created on demand for rendered or focused rows. Overrides `visibleNodes`, `idToIndex`, `selectedNodes`
 * and `update` of `TreeApi` 3.16.0, like `attachList` does `list` and `listEl`: `lazy-nodes.test.tsx` fails
 * when a release changes them.
 */
export function readLazily<T>(api: TreeApi<T>, visible: VisibleRows): void {
  let nodes = new Map<string, NodeApi<T>>();

  const nodeOf = (row: VisibleRow): NodeApi<T> => {
    let node = nodes.get(row.id);
    if (!node) {
      // Bounds the cache, which would otherwise keep nodes of removed rows.
      if (nodes.size > 2_000) nodes = new Map();
      node = new NodeApi<T>({
        tree: api,
        id: row.id,
        data: row as T,
        level: row.level,
        parent: api.root,
        // Rows are leaves to the library: expansion and nesting are managed here.
        children: null,
        isDraggable: false,
        rowIndex: row.index,
      });
      nodes.set(row.id, node);
    }
    node.rowIndex = row.index;
    return node;
  };
  const at = (index: number): NodeApi<T> | undefined => {
    const row = visible.at(index);
    return row && nodeOf(row);
  };

  const list: NodeApi<T>[] = [];
  const lazyList = new Proxy(list, {
    get(_, key) {
      if (key === 'length') return visible.count;
      if (key === 'slice')
        return (from = 0, to = visible.count) =>
          Array.from({ length: Math.max(0, Math.min(to, visible.count) - from) }, (_unused, offset) =>
            at(from + offset),
          );
      return typeof key === 'string' && /^\d+$/.test(key) ? at(Number(key)) : undefined;
    },
    // The library replaces nodes by copies whenever its state changes; nodes hold no state, so this is
    // ignored.
    set: () => true,
  });
  const lazyIndex = new Proxy<Record<string, number>>(
    {},
    {
      has: (_, id) => typeof id === 'string' && visible.get(id) !== undefined,
      get: (_, id) => (typeof id === 'string' ? visible.get(id)?.index : undefined),
    },
  );

  // Built from all selected ids with every change of the selection; `TreeView` reads the ids.
  Object.defineProperty(api, 'selectedNodes', { get: () => [] });
  api.visibleNodes = lazyList;
  api.idToIndex = lazyIndex;
  api.update = (props) => {
    api.props = props;
  };
}
