import type { TreeApi } from 'react-arborist';
import type { TreeViewItem, VisibleRows } from './visible-rows.ts';

/**
 * Selection in trees. Mouse, keyboard and commands follow the same rules:
 *
 * - A press anywhere on a row selects it alone; Ctrl adds or removes one row, Shift selects up to it. A control inside
 *   the row (a button, the caret) also selects the row.
 * - The arrow keys select the row that they reach. With Ctrl they move the focus alone, and Space adds the row.
 * - The selected rows are the highlighted ones, and commands act on them. A command for one row takes the focused row,
 *   and leaves it alone selected.
 * - While a row has the focus, at least one row is selected. Hidden rows are never selected.
 * - A click shows what belongs to the row and leaves the keys in the tree. A double click and Enter open it.
 * - The pointer never scrolls: the row under it would be another one when the button is released. Keys do.
 */
const STAY = { scroll: false } as const;

type Api = Pick<TreeApi<TreeViewItem>, 'focus' | 'isSelected' | 'setSelection' | 'state'>;

/** Selects a row alone and focuses it, without scrolling. */
export function selectAlone(api: Api, id: string): void {
  api.focus(id, STAY);
  const { ids, anchor } = api.state.nodes.selection;
  if (ids.size !== 1 || !ids.has(id) || anchor !== id)
    api.setSelection({ ids: [id], anchor: id, mostRecent: id });
}

/** Adds a row to the selection or removes it, except the last one. Returns whether anything changed. */
export function toggleSelected(api: Api, id: string): boolean {
  const { ids } = api.state.nodes.selection;
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  api.focus(id, STAY);
  if (next.size === 0) return false;
  api.setSelection({ ids: [...next], anchor: id, mostRecent: id });
  return true;
}

/** Selects the rows from the anchor to this one, in place of the last such range. */
export function selectUpTo(api: Api, visible: VisibleRows, id: string): void {
  const { ids, anchor, mostRecent } = api.state.nodes.selection;
  const from = visible.get(anchor)?.id ?? visible.get(api.state.nodes.focus.id)?.id ?? id;
  const before = new Set(mostRecent === null ? [] : between(visible, from, mostRecent));
  const kept = [...ids].filter((each) => !before.has(each));
  api.focus(id, STAY);
  api.setSelection({
    ids: [...new Set([...kept, ...between(visible, from, id)])],
    anchor: from,
    mostRecent: id,
  });
}

function between(visible: VisibleRows, a: string, b: string): string[] {
  const [from, to] = [visible.get(a)?.index, visible.get(b)?.index];
  if (from === undefined || to === undefined) return [];
  const ids: string[] = [];
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const row = visible.at(index);
    if (row) ids.push(row.id);
  }
  return ids;
}

type Held = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether Ctrl, Cmd or Shift make a click part of a longer selection. */
export const addsToSelection = (event: Held): boolean => event.ctrlKey || event.metaKey || event.shiftKey;

/** Selection by a click on a row. */
export function selectClicked(api: Api, visible: VisibleRows, id: string, event: Held): void {
  if (event.ctrlKey || event.metaKey) toggleSelected(api, id);
  else if (event.shiftKey) selectUpTo(api, visible, id);
  else selectAlone(api, id);
}
