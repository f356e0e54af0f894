import type { TreeApi } from 'react-arborist';
import type { ListHandle } from './shared-tree.ts';
import type { TreeViewItem } from './visible-rows.ts';

/** Replaces the list that the library scrolls. */
export function attachList(api: TreeApi<TreeViewItem>, handle: ListHandle | null): void {
  // oxlint-disable-next-line typescript/no-unsafe-assignment, typescript/no-unnecessary-type-assertion -- react-window's types are absent
  api.list.current = handle as unknown as typeof api.list.current;
  api.listEl.current = handle?.element as typeof api.listEl.current;
}
