import '@testing-library/jest-dom/vitest';
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import CalendarView, { type CalendarViewProps } from './calendar-view.tsx';
import { showView } from '../show-view.fixture.tsx';
import { task, taskList, type Task } from '../task-list.fixture.ts';

const rows = [
  task('1', { from: '2026-11-17', to: '2026-11-18' }),
  task('2', { to: '2026-11-22' }),
  task('3'),
  // In Bogotá it is still the 19th.
  task('4', { at: '2026-11-20T03:30:00.000Z' }),
];
const calendar = (props: Partial<CalendarViewProps<Task>> = {}) => (
  <CalendarView {...taskList(rows)} from="from" to="to" open={() => undefined} {...props} />
);
const day = (name: string) => screen.getByRole('region', { name });
const drag = (what: HTMLElement, to: HTMLElement) => {
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  for (const [kind, at] of [
    ['dragStart', what],
    ['dragOver', to],
    ['drop', to],
  ] as const) {
    const event = createEvent[kind](at);
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    fireEvent(at, event);
  }
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-23T02:00:00.000Z');
});
afterEach(() => void vi.useRealTimers());

describe('a calendar', () => {
  it('marks the day that it is where the person works, and counts rows without a day', async () => {
    const open = vi.fn();
    showView(calendar({ open }));
    expect(screen.getByRole('heading', { name: 'Noviembre de 2026' })).toBeVisible();
    expect(screen.getByRole('button', { name: '22/11/2026' })).toHaveAttribute('aria-current', 'date');
    const undated = screen.getByRole('region', { name: 'Sin fecha 2' });
    await userEvent.setup().click(within(undated).getByRole('button', { name: 'Task 3' }));
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[2]);
  });

  it('goes through months, weeks and days', async () => {
    const user = userEvent.setup();
    showView(calendar());
    await user.click(screen.getByRole('button', { name: 'Mes siguiente' }));
    expect(screen.getByRole('heading', { name: 'Diciembre de 2026' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hoy' }));
    await user.click(screen.getByRole('radio', { name: 'Semana' }));
    expect(screen.getByRole('heading', { name: '16/11/2026 – 22/11/2026' })).toBeVisible();
    expect(within(day('Mar 17/11/2026')).getByRole('button', { name: 'Task 1' })).toBeVisible();
    expect(within(day('Mié 18/11/2026')).getByRole('button', { name: 'Task 1' })).toBeVisible();
    await user.click(within(day('Mié 18/11/2026')).getByRole('button', { name: 'Mié 18' }));
    expect(screen.getByRole('heading', { name: 'Miércoles, 18/11/2026' })).toBeVisible();
  });

  it('moves a row by the days that it was dragged, its last day first', async () => {
    const move = vi.fn(async () => undefined);
    showView(calendar({ move, span: 'week' }));
    drag(within(day('Mié 18/11/2026')).getByRole('button', { name: 'Task 1' }), day('Vie 20/11/2026'));
    await vi.waitFor(() => expect(move).toHaveBeenCalledTimes(2));
    // Each call also gets the whole drag.
    const all = { to: '2026-11-20', from: '2026-11-19' };
    expect(move.mock.calls).toEqual([
      [rows[0], 'to', '2026-11-20', all],
      [rows[0], 'from', '2026-11-19', all],
    ]);
    expect(within(day('Vie 20/11/2026')).getByRole('button', { name: 'Task 1' })).toBeVisible();
    // A one-day entry is in one column and remains one day long.
    drag(within(day('Dom 22/11/2026')).getByRole('button', { name: 'Task 2' }), day('Lun 16/11/2026'));
    await vi.waitFor(() => expect(move).toHaveBeenCalledTimes(3));
    expect(move).toHaveBeenLastCalledWith(rows[1], 'to', '2026-11-16', { to: '2026-11-16' });
  });

  it('shows four entries of a day in a month, and the others with the day', async () => {
    const crowd = [1, 2, 3, 4, 5, 6].map((n) => task(String(n), { to: '2026-11-17' }));
    showView(calendar({ ...taskList(crowd) }));
    expect(screen.getAllByRole('button', { name: /^Task/ }).map((entry) => entry.textContent)).toEqual([
      ...['Task 1', 'Task 2', 'Task 3', 'Task 4'],
    ]);
    await userEvent.setup().click(screen.getByRole('button', { name: '17/11/2026: 2 más' }));
    expect(screen.getByRole('heading', { name: 'Martes, 17/11/2026' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Task/ })).toHaveLength(6);
  });

  it('stands a moment at its time by the person’s clock', () => {
    const { container } = showView(calendar({ at: 'at', span: 'day' }));
    expect(container.querySelector('[data-event-id="4"]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Día anterior' }));
    fireEvent.click(screen.getByRole('button', { name: 'Día anterior' }));
    fireEvent.click(screen.getByRole('button', { name: 'Día anterior' }));
    expect(screen.getByRole('heading', { name: 'Jueves, 19/11/2026' })).toBeVisible();
    expect(container.querySelector('[data-event-id="4"]')).toHaveTextContent('Task 4');
  });
});
