import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GanttChart, type GanttBar } from './gantt-chart.tsx';
import { showView } from '../show-view.fixture.tsx';

const bars = ['a', 'b', 'c'].map((id): GanttBar => ({
  id,
  title: `Task ${id}`,
  span: { from: '2026-03-02', to: '2026-03-13' },
  percent: null,
  state: 'running',
}));

/** The library draws as much as has room: in jsdom nothing has a size. */
beforeEach(() => {
  for (const side of ['clientWidth', 'offsetWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900);
  for (const side of ['clientHeight', 'offsetHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400);
  // Lines between the cells are a picture.
  const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:,');
  return () => vi.restoreAllMocks();
});

describe('a gantt', () => {
  it('is drawn by its library with the markup that is corrected here, and no fault of it remains', async () => {
    const { container } = showView(
      <GanttChart
        handle={null}
        bars={bars}
        today="2026-03-05"
        scale="week"
        part="grid"
        fresh={new Set()}
        open={() => undefined}
        move={null}
      />,
    );
    const table = await screen.findByRole('grid', { name: 'Filas con fechas' });
    await within(table).findByRole('button', { name: 'Task a' });
    expect(table).toHaveAttribute('aria-rowcount', '4');
    // Of three rows it has room for two.
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['2', '3']);
    expect(screen.getByRole('group', { name: 'Línea de tiempo' })).toHaveAttribute('tabindex', '0');
    const grips = container.querySelectorAll('[role=presentation]');
    expect(grips.length).toBeGreaterThan(0);
    for (const grip of grips) expect(grip).not.toHaveAttribute('aria-label');
  });
});
