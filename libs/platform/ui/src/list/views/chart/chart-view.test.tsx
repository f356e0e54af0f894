import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import ChartView, { type ChartViewProps } from './chart-view.tsx';
import { showView } from '../show-view.fixture.tsx';
import { task, taskList, type Task } from '../task-list.fixture.ts';

const rows = [
  task('1', { status: 'new', person: 'ana', minutes: 90 }),
  task('2', { status: 'new', person: 'luis', minutes: 60 }),
  task('3', { status: 'done', person: 'ana', minutes: null }),
  task('4', { person: 'ana' }),
];
const chart = (props: Partial<ChartViewProps<Task>> = {}) => (
  <ChartView {...taskList(rows)} open={() => undefined} {...props} />
);
const figures = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.replaceAll('\u00a0', ' ')));
const choose = async (field: string, option: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('a chart', () => {
  it('tells every figure in a table', () => {
    showView(chart());
    expect(screen.getByRole('table', { name: 'Cantidad por estado' })).toBeVisible();
    expect(figures()).toEqual([
      ['Pendiente', '2', '50 %'],
      ['Completado', '1', '25 %'],
      ['Sin estado', '1', '25 %'],
      ['Total', '4', '100 %'],
    ]);
  });

  it('adds up a number by another column', async () => {
    showView(chart());
    await choose('Agrupar por', 'Responsable');
    await choose('Medir', 'Suma de Horas');
    expect(figures()).toEqual([
      ['Ana Gómez', '1,5 h', '3', '60 %'],
      ['Luis Rojas', '1 h', '1', '40 %'],
      ['Total', '2,5 h', '4', '100 %'],
    ]);
  });

  it('filters by the value of a bar', async () => {
    const pick = vi.fn();
    showView(chart({ pick }));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Filtrar por Completado' }));
    await user.click(screen.getByRole('button', { name: 'Filtrar por Sin estado' }));
    expect(pick.mock.calls).toEqual([
      ['status', 'done'],
      ['status', null],
    ]);
  });

  it('tells the screen what was chosen, and shows what the screen says', async () => {
    const onSettings = vi.fn();
    showView(chart({ settings: { by: 'person', sum: null, shape: 'bars' }, onSettings }));
    expect(screen.getByRole('table', { name: 'Cantidad por responsable' })).toBeVisible();
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Anillo' }));
    expect(onSettings).toHaveBeenCalledExactlyOnceWith({ by: 'person', sum: null, shape: 'donut' });
  });
});
