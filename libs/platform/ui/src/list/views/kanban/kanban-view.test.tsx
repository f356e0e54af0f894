import '@testing-library/jest-dom/vitest';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import KanbanView, { type KanbanViewProps } from './kanban-view.tsx';
import { withLateness } from '../../columns/late-rows.ts';
import { showView } from '../show-view.fixture.tsx';
import { task, taskList, type Task } from '../task-list.fixture.ts';

const rows = [
  task('1', { status: 'new', person: 'ana' }),
  task('2', { status: 'new' }),
  task('3', { status: 'going' }),
];
const board = (list: readonly Task[], props: Partial<KanbanViewProps<Task>> = {}) => (
  <KanbanView {...taskList(list)} by="status" open={() => undefined} {...props} />
);
const titlesIn = (column: string) =>
  within(screen.getByRole('region', { name: new RegExp(`^${column}`) }))
    .queryAllByRole('article')
    .map((card) => within(card).getAllByRole('button')[0]?.textContent);
const send = async (title: string, column: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: `Mover «${title}»` }));
  await user.click(await screen.findByRole('menuitem', { name: column }));
};

describe('a board', () => {
  it('opens a card, which says the values of its row', async () => {
    const open = vi.fn();
    showView(board(rows, { open }));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Task 1' }));
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[0]);
    expect(screen.getByText('Ana Gómez')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Mover/ })).not.toBeInTheDocument();
  });

  it('says in a word what is late', () => {
    const list = [task('1', { status: 'new', to: '2026-03-10' }), task('2', { status: 'new' })];
    const columns = withLateness(taskList(list).columns, { to: 'to', isDone: () => false }, '2026-03-11');
    showView(board(list, { columns }));
    expect(screen.getByText('Con atraso').closest('article')).toHaveTextContent('Task 1');
    expect(screen.getAllByText('Con atraso')).toHaveLength(1);
  });

  it('names the days of a card only where it has several', () => {
    const several = task('1', { status: 'new', from: '2026-03-02', to: '2026-03-10' });
    showView(board([several, task('2', { status: 'new', to: '2026-03-12' })]));
    const nameIn = (title: string, name: string) =>
      within(screen.getByRole('button', { name: title }).closest('article') ?? expect.fail()).getByText(name);
    expect(nameIn('Task 1', 'Inicio')).not.toHaveClass('visually-hidden');
    expect(nameIn('Task 1', 'Vence')).not.toHaveClass('visually-hidden');
    expect(nameIn('Task 2', 'Vence')).toHaveClass('visually-hidden');
  });

  it('shows a moved card in its new column at once, and back where it was when refused', async () => {
    let refuse: (reason: Error) => void = () => undefined;
    const move = vi.fn(() => new Promise<void>((_, reject) => (refuse = reject)));
    showView(board(rows, { move }));
    await send('Task 1', 'En proceso');
    expect(move).toHaveBeenCalledExactlyOnceWith(rows[0], 'status', 'going', { status: 'going' });
    expect(titlesIn('En proceso')).toEqual(['Task 1', 'Task 3']);
    await act(async () => refuse(new Error('refused')));
    expect(titlesIn('Pendiente')).toEqual(['Task 1', 'Task 2']);
  });

  it('keeps a moved card in place until its row says where it is', async () => {
    const move = vi.fn(async () => undefined);
    const { change } = showView(board(rows, { move }));
    await send('Task 2', 'Completado');
    expect(titlesIn('Completado')).toEqual(['Task 2']);
    // Somebody else moved it meanwhile.
    change(board([...rows.slice(0, 1), task('2', { status: 'going' })], { move }));
    expect(titlesIn('En proceso')).toEqual(['Task 2']);
  });
});
