import type { TreeApi } from 'react-arborist';
import { selectAlone } from './tree-selection.ts';
import type { DropTree } from './drop-place.ts';
import type { TreeViewItem, VisibleRow, VisibleRows } from './visible-rows.ts';

/** Elements whose focus does not count as the row's. */
export const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="menu"]';

/** Controls inside a row: a click on them selects the row, and does nothing else to it. */
export const CONTROLS = `button, ${FIELDS}, [data-control]`;

/** Selected rows without selected ancestors, top to bottom. */
export function topmostRows<T extends TreeViewItem>(tree: DropTree<T>, chosen: ReadonlySet<string>): T[] {
  const rows: VisibleRow<T>[] = [];
  for (const id of chosen) {
    const row = tree.get(id);
    let above = row && tree.get(row.parent);
    while (above && !chosen.has(above.id)) above = tree.get(above.parent);
    if (row && !above) rows.push(row);
  }
  return rows.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** Position of the focused row, in case it disappears. */
export interface Remembered {
  readonly id: string;
  readonly index: number;
  /** Ids of its ancestors, nearest first. */
  readonly above: readonly string[];
}

export function remember(visible: VisibleRows, id: string | null): Remembered | null {
  const row = visible.get(id);
  if (!row) return null;
  const above: string[] = [];
  for (let at = visible.get(row.parent); at; at = visible.get(at.parent)) above.push(at.id);
  return { id: row.id, index: row.index, above };
}

/** Whether an editor in a row has the focus, which pending focus requests must not take. */
export function isWrittenIn(box: HTMLElement | null): boolean {
  const { activeElement } = document;
  return box?.contains(activeElement) === true && activeElement?.closest(FIELDS) !== null;
}

/** Whether the focus is elsewhere on the page. */
export function isElsewhere(box: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && box?.contains(activeElement) !== true;
}

/** After the focused row disappeared: selects the closed ancestor that hides it, else the row now at its index. */
export function keepFocus(
  api: TreeApi<TreeViewItem>,
  visible: VisibleRows,
  last: Remembered | null,
  box: HTMLElement | null,
): void {
  const { id } = api.state.nodes.focus;
  if (id === null || last?.id !== id || visible.get(id)) return;
  const above = last.above.map((each) => visible.get(each)).find((row) => row !== undefined);
  const next =
    above && !above.isOpen ? above : (visible.at(Math.min(last.index, visible.count - 1)) ?? visible.at(0));
  if (!next) return;
  const isKept = isElsewhere(box) || isWrittenIn(box);
  api.select(next.id);
  if (isKept) api.onBlur();
}

/** Invisible rows must not stay selected: they would be moved or deleted unnoticed. */
export function pruneSelection(api: TreeApi<TreeViewItem>, visible: VisibleRows): void {
  const { ids, anchor, mostRecent } = api.state.nodes.selection;
  const shown = [...ids].filter((id) => visible.get(id));
  if (shown.length === ids.size) return;
  const focused = visible.get(api.state.nodes.focus.id);
  if (shown.length === 0 && focused) return selectHere(api, focused.id);
  const or = (id: string | null) => (visible.get(id) ? id : (shown.at(-1) ?? null));
  api.setSelection({ ids: shown, anchor: or(anchor), mostRecent: or(mostRecent) });
}

/** Selects a row alone; the focus stays where it is on the page. */
function selectHere(api: TreeApi<TreeViewItem>, id: string): void {
  const { treeFocused } = api.state.nodes.focus;
  selectAlone(api, id);
  if (!treeFocused) api.onBlur();
}
