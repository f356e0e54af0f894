import '@testing-library/jest-dom/vitest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import TreeView from './tree-view.tsx';
import { showView } from '../show-view.fixture.tsx';
import { task, taskList } from '../task-list.fixture.ts';

const rows = [
  task('1', { status: 'new', person: 'ana' }),
  task('2', { status: 'new', person: 'luis' }),
  task('3', { status: 'done' }),
];
const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);

describe('a tree of rows', () => {
  it('groups rows in levels with their number, which open and close by keyboard', async () => {
    const user = userEvent.setup();
    const open = vi.fn();
    showView(
      <TreeView
        {...taskList(rows)}
        columns={taskList(rows).columns.slice(1, 3)}
        by={['status', 'person']}
        open={open}
      />,
    );
    const all = [
      'Pendiente2',
      'Ana Gómez1',
      'Task 1',
      'Luis Rojas1',
      'Task 2',
      'Completado1',
      'Sin responsable1',
      'Task 3',
    ];
    expect(names()).toEqual(all);
    await user.tab();
    await user.tab();
    await user.tab();
    expect(screen.getAllByRole('treeitem')[0]).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(names()).toEqual(['Pendiente2', 'Completado1', 'Sin responsable1', 'Task 3']);
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}');
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[0]);
    await user.click(screen.getByRole('button', { name: 'Plegar todo' }));
    expect(names()).toEqual(['Pendiente2', 'Completado1']);
  });

  it('nests rows in their parents, which open their own row', async () => {
    const user = userEvent.setup();
    const open = vi.fn();
    const nested = [task('1', { person: null }), task('2', { person: '1' })];
    showView(<TreeView {...taskList(nested)} by={{ parent: 'person' }} open={open} />);
    const levels = () => screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'));
    expect(levels()).toEqual(['1', '2']);
    await user.tab();
    await user.tab();
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(levels()).toEqual(['1']);
    await user.keyboard('{Enter}');
    expect(open).toHaveBeenCalledExactlyOnceWith(nested[0]);
  });

  it('opens a row by a click, and a group closes', async () => {
    const user = userEvent.setup();
    const open = vi.fn();
    showView(<TreeView {...taskList(rows)} by={['status']} open={open} />);
    await user.click(screen.getByText('Task 2'));
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[1]);
    await user.click(screen.getByText('Completado'));
    expect(names()).toHaveLength(4);
  });
});
