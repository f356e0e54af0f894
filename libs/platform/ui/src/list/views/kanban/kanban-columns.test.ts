import { expect, it } from 'vitest';
import { kanbanColumns } from './kanban-columns.ts';
import { columns, task } from '../task-list.fixture.ts';

const labels = (rows: Parameters<typeof task>[1][]) =>
  kanbanColumns(
    rows.map((values, place) => task(String(place), values)),
    columns.status,
    columns.status.value,
    'Sin estado',
  ).map(({ label, rows: { length } }) => `${label} ${length}`);

it('has a column for each option, in their order', () =>
  expect(labels([{ status: 'done' }, { status: 'new' }, { status: 'done' }])).toEqual([
    'Pendiente 1',
    'En proceso 0',
    'Completado 2',
  ]));

it('begins with rows without a value, and ends with those of a value that is no option any more', () =>
  expect(labels([{ status: 'archived' }, { status: null }])).toEqual([
    'Sin estado 1',
    'Pendiente 0',
    'En proceso 0',
    'Completado 0',
    'archived 1',
  ]));
