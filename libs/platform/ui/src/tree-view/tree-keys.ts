import type { KeyboardEvent } from 'react';
import type { TreeApi } from 'react-arborist';
import { selectUpTo, toggleSelected } from './tree-selection.ts';
import type { TreeViewItem, VisibleRow, VisibleRows } from './visible-rows.ts';

/** Access to the tree for keys. */
export interface KeyedTree {
  readonly api: TreeApi<TreeViewItem>;
  readonly visible: VisibleRows;
  /** Number of rows that fit into the viewport. */
  readonly page: number;
  setOpen(rows: readonly VisibleRow[], isOpen: boolean): void;
  open(row: VisibleRow): void;
  openMenu(row: VisibleRow): void;
  /** Whether a row matches the typed text. */
  matches(row: VisibleRow, typed: string): boolean;
}

/** Milliseconds within which letters form a word. */
const WORD_MS = 700;

const LETTER = /^[\p{L}\p{N}]$/u;
export const IN_WORD = /^[\p{L}\p{N} .-]$/u;

/** Type-ahead: collects letters to find a row by name. */
export class TypeAhead {
  private typed = '';
  private last = -Infinity;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get isTyping(): boolean {
    return this.typed !== '' && this.now() - this.last < WORD_MS;
  }

  /** Text including this letter; a repeated letter stays a single one. */
  add(letter: string): string {
    this.typed = this.isTyping ? this.typed + letter : letter;
    this.last = this.now();
    return [...this.typed].every((each) => each === letter) ? letter : this.typed;
  }
}

/** Next row that matches, wrapping around; a word of several letters may match the current row. */
export function findTyped(tree: Pick<KeyedTree, 'visible' | 'matches'>, from: number, typed: string) {
  const { count } = tree.visible;
  const start = [...typed].length > 1 ? from : from + 1;
  for (let step = 0; step < count; step++) {
    const row = tree.visible.at((start + step + count) % count);
    if (row && tree.matches(row, typed)) return row;
  }
  return undefined;
}

/** Focuses a row: selects it alone, or the range from the anchor. */
function goTo(
  tree: KeyedTree,
  row: VisibleRow | undefined,
  event: Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey'>,
) {
  if (!row) return;
  if (event.ctrlKey) tree.api.focus(row.id);
  else if (event.shiftKey) {
    selectUpTo(tree.api, tree.visible, row.id);
    void tree.api.scrollTo(row.id);
  } else tree.api.select(row.id);
}

/** Selects all siblings; if they are selected already, all rows. */
function selectAll({ api, visible }: KeyedTree, focused: VisibleRow | undefined): void {
  const all = Array.from({ length: visible.count }, (_, index) => visible.at(index)).filter(
    (row) => row !== undefined,
  );
  const siblings = focused ? all.filter((row) => row.parent === focused.parent) : all;
  const chosen = siblings.every(({ id }) => api.isSelected(id)) ? all : siblings;
  api.setSelection({
    ids: chosen.map(({ id }) => id),
    anchor: chosen[0]?.id ?? null,
    mostRecent: chosen.at(-1)?.id ?? null,
  });
}

type TreeKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Keys of a tree according to the ARIA Authoring Practices. Returns whether the key was handled. */
export function handleTreeKey(event: TreeKey, tree: KeyedTree, typeAhead: TypeAhead): boolean {
  const { api, visible } = tree;
  const focused = visible.get(api.state.nodes.focus.id);
  const index = focused?.index ?? -1;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'a') {
    selectAll(tree, focused);
    return true;
  }
  if (event.altKey) return false;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: Math.max(0, index - 1),
    Home: 0,
    End: visible.count - 1,
    PageDown: Math.min(visible.count - 1, index + tree.page),
    PageUp: Math.max(0, index - tree.page),
  };
  const step = steps[event.key];
  if (step !== undefined) {
    goTo(tree, visible.at(step), event);
    return true;
  }
  if (!focused) return false;
  const isParent = (focused.item.children?.length ?? 0) > 0;
  switch (event.key) {
    case 'ArrowRight':
      if (isParent && !focused.isOpen) tree.setOpen([focused], true);
      else if (isParent) goTo(tree, visible.at(index + 1), event);
      return true;
    case 'ArrowLeft':
      if (focused.isOpen) tree.setOpen([focused], false);
      else goTo(tree, visible.get(focused.parent), event);
      return true;
    case 'Enter':
      if (api.hasMultipleSelections || !api.isSelected(focused.id)) api.select(focused.id);
      tree.open(focused);
      return true;
    case 'ContextMenu':
      tree.openMenu(focused);
      return true;
    case 'F10':
      if (event.shiftKey) tree.openMenu(focused);
      return event.shiftKey;
    case 'Escape':
      if (!api.hasMultipleSelections) return false;
      api.select(focused.id);
      return true;
    case '*':
      openSiblings(tree, focused);
      return true;
    case ' ':
      if (typeAhead.isTyping) break;
      toggleSelected(api, focused.id);
      return true;
  }
  // Full stops and dashes occur in codes, but never at the start: as single keys they belong to the page.
  if (isCommand || !(typeAhead.isTyping ? IN_WORD : LETTER).test(event.key)) return false;
  goTo(tree, findTyped(tree, index, typeAhead.add(event.key)), { shiftKey: false, ctrlKey: false });
  return true;
}

function openSiblings(tree: KeyedTree, row: VisibleRow): void {
  const siblings: VisibleRow[] = [];
  for (let index = 0; index < tree.visible.count; index++) {
    const each = tree.visible.at(index);
    if (each?.parent === row.parent) siblings.push(each);
  }
  tree.setOpen(siblings, true);
}
