import type { TreeApi } from 'react-arborist';
import { describe, expect, it } from 'vitest';
import { ALL_LEVELS, openTo } from './expansion.ts';
import { findTyped, handleTreeKey, TypeAhead, type KeyedTree } from './tree-keys.ts';
import { VisibleRows, type TreeViewItem } from './visible-rows.ts';

const item = (id: string, children: readonly TreeViewItem[] | null = null): TreeViewItem => ({
  id,
  name: id,
  children,
});

/** a › (aa, ab › aba), b. */
const items = [item('a', [item('aa'), item('ab', [item('aba')])]), item('b')];

interface Held {
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
}

/** Effect of a key on a tree with a focused row. */
function press(key: string, focus: string | null, held: Held = {}, levels = ALL_LEVELS) {
  const visible = new VisibleRows();
  visible.read(items, openTo(levels));
  const done: string[] = [];
  const note = (what: string) => (id?: { id: string } | string) => {
    done.push(`${what} ${typeof id === 'string' ? id : (id?.id ?? '')}`.trim());
  };
  const api = {
    state: { nodes: { focus: { id: focus }, selection: { anchor: focus, ids: new Set([focus]) } } },
    focus: note('focus'),
    select: note('select'),
    deselect: note('deselect'),
    selectMulti: note('add'),
    scrollTo: note('scroll to'),
    isSelected: (id: string) => id === focus,
    hasMultipleSelections: false,
    setSelection: ({ ids }: { ids: readonly string[] }) => done.push(`choose ${ids.join(' ')}`),
  } as unknown as TreeApi<TreeViewItem>;
  const tree: KeyedTree = {
    api,
    visible,
    page: 2,
    setOpen: (rows, isOpen) =>
      done.push(`${isOpen ? 'open' : 'close'} ${rows.map(({ id }) => id).join(' ')}`),
    open: note('enter'),
    openMenu: note('menu'),
    matches: (row, typed) => row.item.name.startsWith(typed),
  };
  const isHandled = handleTreeKey(
    {
      key,
      shiftKey: held.shift ?? false,
      ctrlKey: held.ctrl ?? false,
      metaKey: false,
      altKey: held.alt ?? false,
    },
    tree,
    new TypeAhead(() => 0),
  );
  return isHandled ? done.join(', ') : null;
}

describe('the keys of a tree', () => {
  it.each<[string, string | null, Held, string | null]>([
    ['ArrowDown', 'a', {}, 'select aa'],
    ['ArrowDown', 'b', {}, ''],
    ['ArrowDown', null, {}, 'select a'],
    ['ArrowUp', 'a', {}, 'select a'],
    ['ArrowDown', 'a', { shift: true }, 'focus aa, choose a aa, scroll to aa'],
    ['ArrowDown', 'a', { ctrl: true }, 'focus aa'],
    ['Home', 'b', {}, 'select a'],
    ['End', 'a', { shift: true }, 'focus b, choose a aa ab aba b, scroll to b'],
    ['PageDown', 'a', {}, 'select ab'],
    ['PageUp', 'b', {}, 'select ab'],
    ['ArrowRight', 'a', {}, 'select aa'],
    ['ArrowRight', 'aa', {}, ''],
    ['ArrowLeft', 'ab', {}, 'close ab'],
    ['ArrowLeft', 'aa', {}, 'select a'],
    ['ArrowLeft', 'b', {}, ''],
    ['Enter', 'aa', {}, 'enter aa'],
    ['ContextMenu', 'aa', {}, 'menu aa'],
    ['F10', 'aa', { shift: true }, 'menu aa'],
    ['F10', 'aa', {}, null],
    ['*', 'aa', {}, 'open aa ab'],
    [' ', 'aa', {}, 'focus aa'],
    ['a', 'aa', { ctrl: true }, 'choose aa ab'],
    ['b', 'a', {}, 'select b'],
    ['a', 'a', {}, 'select aa'],
    ['.', 'a', {}, null],
    ['x', 'a', { ctrl: true }, null],
    ['ArrowDown', 'a', { alt: true }, null],
    ['Escape', 'a', {}, null],
    ['Tab', 'a', {}, null],
  ])('%s on %s %j: %s', (key, focus, held, does) => {
    expect(press(key, focus, held)).toBe(does);
  });

  it('open what is closed', () => {
    expect(press('ArrowRight', 'a', {}, 0)).toBe('open a');
  });
});

describe('what is typed', () => {
  it('is one word for as long as it comes quickly', () => {
    let now = 0;
    const typed = new TypeAhead(() => now);
    expect([typed.add('p'), typed.add('a')]).toEqual(['p', 'pa']);
    now = 1_000;
    expect(typed.isTyping).toBe(false);
    expect(typed.add('r')).toBe('r');
  });

  it('goes from one to the next with the same letter, and around', () => {
    const typed = new TypeAhead(() => 0);
    expect([typed.add('a'), typed.add('a')]).toEqual(['a', 'a']);
    const visible = new VisibleRows();
    visible.read(items, openTo(ALL_LEVELS));
    const tree = {
      visible,
      matches: (row: { item: TreeViewItem }, word: string) => row.item.name.startsWith(word),
    };
    expect(findTyped(tree, 0, 'a')?.id).toBe('aa');
    expect(findTyped(tree, 4, 'a')?.id).toBe('a');
    // A word of several letters may match the current row.
    expect(findTyped(tree, 2, 'ab')?.id).toBe('ab');
    expect(findTyped(tree, 0, 'x')).toBeUndefined();
  });
});
