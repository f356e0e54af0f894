import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, startTransition, use, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { TreeRow } from './shared-tree.ts';
import { TreeView, type TreeViewHandle, type TreeViewProps } from './tree-view.tsx';
import type { TreeViewItem } from './visible-rows.ts';

const item = (id: string, children: readonly TreeViewItem[] | null = null, name = id): TreeViewItem => ({
  id,
  name,
  children,
});

/** Each has 99 children. */
const many = Array.from({ length: 100 }, (_, parent) =>
  item(
    `p${parent}`,
    Array.from({ length: 99 }, (_unused, child) => item(`p${parent}c${child}`)),
  ),
);
const few = [item('a', [item('b', [item('c')]), item('d')]), item('e')];

function show(items: readonly TreeViewItem[], props: Partial<TreeViewProps<TreeViewItem>> = {}) {
  const drawn = vi.fn((row: TreeRow<TreeViewItem>) => <span>{row.item.name}</span>);
  const handle = createRef<TreeViewHandle>();
  const tree = (list: readonly TreeViewItem[]) => (
    <MantineProvider>
      <TreeView handle={handle} items={list} label="Plan" renderRow={drawn} {...props} />
    </MantineProvider>
  );
  const { rerender } = render(tree(items));
  return {
    drawn,
    tree: handle,
    change: (list: readonly TreeViewItem[]) => rerender(tree(list)),
    names: () => screen.getAllByRole('treeitem').map((row) => row.textContent),
    row: (name: string) => screen.getByText(name).closest<HTMLElement>('[role=treeitem]'),
  };
}

describe('a tree', () => {
  it('says of each row how deep it stands, which it is of how many, and whether it is open', () => {
    const { row } = show(few);
    const told = (name: string) =>
      ['level', 'posinset', 'setsize', 'expanded'].map((what) => row(name)?.getAttribute(`aria-${what}`));
    expect(told('a')).toEqual(['1', '1', '2', 'true']);
    expect(told('d')).toEqual(['2', '2', '2', null]);
    expect(told('c')).toEqual(['3', '1', '1', null]);
    expect(within(screen.getByRole('tree', { name: 'Plan' })).getAllByRole('treeitem')).toHaveLength(5);
  });

  it('draws of ten thousand rows those that are in sight', () => {
    const { names, drawn } = show(many);
    expect(names().length).toBeLessThan(60);
    expect(drawn.mock.calls.length).toBeLessThan(60);
  });

  it('draws again the one row that changed, and no other', () => {
    const { drawn, change, names } = show(many);
    drawn.mockClear();
    const [first, ...rest] = many;
    const [child, ...others] = first?.children ?? [];
    if (!first || !child) throw new Error('the tree is empty');
    const renamed = { ...child, name: 'renamed' };
    change([{ ...first, children: [renamed, ...others] }, ...rest]);
    expect(names()[1]).toBe('renamed');
    // The row, and its parent, whose array of children is new.
    expect(drawn.mock.calls.map(([row]) => row.item.id).sort()).toEqual(['p0', 'p0c0']);
  });

  it('opens and closes branches by keyboard, keeping the focus on what is left', async () => {
    const user = userEvent.setup();
    const { names, row } = show(few);
    await user.tab();
    expect(row('a')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row('c')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(names()).toEqual(['a', 'b', 'd', 'e']);
    expect(row('b')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(names()).toEqual(['a', 'e']);
    expect(row('a')).toHaveFocus();
  });

  it('gives the focus of a row that is taken away to the next one, or to what held it alone', async () => {
    const user = userEvent.setup();
    const { row, change } = show(few);
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    change([item('a', [item('b', []), item('d')]), item('e')]);
    expect(row('b')).toHaveFocus();
    change([item('a', [item('d')]), item('e')]);
    expect(row('d')).toHaveFocus();
  });

  it('tells what is chosen, and forgets what is hidden', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    const { row, tree } = show(few, { onSelect });
    const chosen = () => [...((onSelect.mock.lastCall?.[0] as Set<string> | undefined) ?? [])].sort();
    await user.click(screen.getByText('b'));
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(chosen()).toEqual(['b', 'c']);
    expect(row('c')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}{Control>}a{/Control}');
    expect(chosen()).toEqual(['b', 'd']);
    await user.keyboard('{Control>}a{/Control}');
    expect(chosen()).toEqual(['a', 'b', 'c', 'd', 'e']);
    await user.click(screen.getByText('b'));
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('e'));
    await user.keyboard('{/Control}');
    expect(chosen()).toEqual(['b', 'e']);
    act(() => tree.current?.collapseAll());
    expect(chosen()).toEqual(['e']);
  });

  it('selects the pressed row at once and scrolls for no pointer, wherever in the row it is', async () => {
    const onClick = vi.fn();
    const onDoubleClick = vi.fn();
    const renderRow = ({ item: { name } }: TreeRow<TreeViewItem>) => (
      <>
        <span>{name}</span>
        <button type="button">{`more of ${name}`}</button>
        <button type="button" data-for-selection>{`menu of ${name}`}</button>
      </>
    );
    const { row } = show(many, { renderRow, onClick, onDoubleClick });
    const list = screen.getByRole('tree');
    // 600 pixels are 18 whole rows; the last one in sight is cut.
    const last = screen.getByText('p0c17');
    fireEvent.pointerDown(last, { button: 0 });
    fireEvent.mouseDown(last);
    expect(row('p0c17')).toHaveAttribute('aria-selected', 'true');
    await new Promise((done) => setTimeout(done, 20));
    expect(list.scrollTop).toBe(0);
    fireEvent.pointerUp(last);
    fireEvent.click(last, { detail: 1 });
    fireEvent.click(last, { detail: 2 });
    expect([onClick.mock.calls.length, onDoubleClick.mock.calls.length]).toEqual([1, 1]);
    await new Promise((done) => setTimeout(done, 20));
    expect(list.scrollTop).toBe(0);

    const chosen = () =>
      screen
        .getAllByRole('treeitem')
        .filter((each) => each.getAttribute('aria-selected') === 'true')
        .map((each) => each.getAttribute('data-item'));
    fireEvent.click(screen.getByText('p0c3'));
    fireEvent.click(screen.getByText('p0c3'), { ctrlKey: true });
    expect(chosen()).toEqual(['p0c3']);
    fireEvent.click(screen.getByText('p0c5'), { shiftKey: true });
    expect(chosen()).toEqual(['p0c3', 'p0c4', 'p0c5']);
    // A button for the selection keeps it; another one selects its row alone. Neither opens the row.
    onClick.mockClear();
    fireEvent.click(screen.getByText('menu of p0c4'));
    expect(chosen()).toEqual(['p0c3', 'p0c4', 'p0c5']);
    fireEvent.click(screen.getByText('more of p0c4'));
    expect(chosen()).toEqual(['p0c4']);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('reveals a row that is hidden, also one that is yet to come', () => {
    const { tree, names, row, change } = show(few);
    act(() => tree.current?.collapseAll());
    expect(names()).toEqual(['a', 'e']);
    act(() => tree.current?.reveal('c'));
    expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(row('c')).toHaveFocus();
    act(() => tree.current?.collapseAll());
    act(() => tree.current?.reveal('new'));
    change([few[0] as TreeViewItem, item('e', [item('new')])]);
    expect(row('new')).toHaveFocus();
  });

  it('has no empty places after a change that began to be drawn and never came to be shown', async () => {
    const never = new Promise<never>(() => undefined);
    const Wait = () => use(never);
    function Screen() {
      const [list, setList] = useState<readonly TreeViewItem[]>(many);
      return (
        <MantineProvider>
          <TreeView items={list} label="Plan" renderRow={({ item: { name } }) => <span>{name}</span>} />
          {list !== many && <Wait />}
          <button type="button" onClick={() => startTransition(() => setList(few))}>
            begin
          </button>
        </MantineProvider>
      );
    }
    render(<Screen />);
    await userEvent.setup().click(screen.getByText('begin'));
    const list = screen.getByRole('tree');
    list.scrollTop = 32 * 500;
    fireEvent.scroll(list);
    const shown = screen.getAllByRole('treeitem').map((row) => row.textContent);
    expect(shown.slice(0, 3)).toEqual(['p4c91', 'p4c92', 'p4c93']);
    expect(shown.length).toBeGreaterThan(20);
  });

  it('draws the rows of a place that it goes to, without being told that it scrolled', async () => {
    const { tree, row } = show(many);
    act(() => tree.current?.reveal('p70c3'));
    await vi.waitFor(() => expect(row('p70c3')).toHaveFocus());
    expect(screen.getByRole('tree').scrollTop).toBeGreaterThan(0);
  });

  it('takes the focus back to its row, but from nobody who writes in one', () => {
    const renderRow = ({ item: { name } }: TreeRow<TreeViewItem>) => <input aria-label={name} />;
    const { tree } = show(few, { renderRow });
    const field = screen.getByRole('textbox', { name: 'b' });
    field.focus();
    act(() => tree.current?.focusTree());
    expect(field).toHaveFocus();
    act(() => tree.current?.reveal('d'));
    expect(field).toHaveFocus();
    act(() => field.blur());
    act(() => tree.current?.focusTree());
    expect(screen.getAllByRole('treeitem')[3]).toHaveFocus();
  });

  it('scrolls to a row that is new and far below, which may then take the focus itself', () => {
    const renderRow = ({ item: { id, name } }: TreeRow<TreeViewItem>) =>
      id === 'new' ? (
        <input aria-label={name} ref={(field) => field?.focus({ preventScroll: true })} />
      ) : (
        name
      );
    const { tree, change } = show(many, { renderRow });
    act(() => tree.current?.collapseAll());
    act(() => tree.current?.scrollTo('new'));
    change(
      many.map((each) =>
        each.id === 'p7' ? { ...each, children: [...(each.children ?? []), item('new')] } : each,
      ),
    );
    expect(screen.getByRole('textbox', { name: 'new' })).toHaveFocus();
    expect(screen.getByRole('tree').scrollTop).toBeGreaterThan(32 * 90);
    expect(screen.queryByText('p7')).toBeNull();
  });

  it('keeps a row that is written in, wherever it is scrolled and whatever comes above it', () => {
    const renderRow = ({ item: { id, name } }: TreeRow<TreeViewItem>) =>
      id === 'p0c9' ? <input aria-label={name} /> : name;
    const { change } = show(many, { renderRow });
    const list = screen.getByRole('tree');
    const scroll = (top: number) => {
      list.scrollTop = top;
      fireEvent.scroll(list);
    };
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'p0c9' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'half written' } });
    scroll(32 * 3_000);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('half written');
    scroll(32 * 9);
    const [first, ...rest] = many;
    const above = Array.from({ length: 40 }, (_, at) => item(`new${at}`));
    change([{ ...(first as TreeViewItem), children: [...above, ...(first?.children ?? [])] }, ...rest]);
    expect(field).toHaveFocus();
    expect(list.scrollTop).toBe(32 * 50 - 284);
    // Scrolling by the user is not overridden.
    scroll(32 * 3_000);
    change(many);
    expect(list.scrollTop).toBe(32 * 3_000);
    act(() => field.blur());
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows a row without taking the focus from where somebody writes', () => {
    const { tree } = show(few);
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    act(() => tree.current?.show('d'));
    expect(field).toHaveFocus();
    field.remove();
  });
});
