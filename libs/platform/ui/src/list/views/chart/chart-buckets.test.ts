import { describe, expect, it } from 'vitest';
import type { ListColumn } from '../../columns/list-column.ts';
import { buckets, canGroup, canSum, drawnBuckets } from './chart-buckets.ts';
import { columns, task, type Task } from '../task-list.fixture.ts';

const words = { empty: 'Sin dato', yes: 'Sí', no: 'No', yearOf: (value: string) => value.slice(0, 4) };
const figures = (rows: readonly Task[], by: ListColumn<Task>, measure: ListColumn<Task> | null = null) =>
  buckets(rows, by, measure, words).map(({ label, count, amount }) => [label, count, amount]);

describe('buckets', () => {
  const rows = [
    task('1', { status: 'done', person: 'luis', minutes: 60, to: '2027-01-01', old: true }),
    task('2', { status: 'new', person: 'ana', minutes: 30, to: '2026-12-31' }),
    task('3', { status: null, person: 'luis', minutes: null }),
    task('4', { status: 'new', person: null, minutes: 15, to: '2026-01-01' }),
  ];

  it('count by the options of a choice in their order, rows without one last', () =>
    expect(figures(rows, columns.status)).toEqual([
      ['Pendiente', 2, 2],
      ['Completado', 1, 1],
      ['Sin dato', 1, 1],
    ]));

  it('add up a number; a row without one adds nothing', () =>
    expect(figures(rows, columns.person, columns.minutes)).toEqual([
      ['Luis Rojas', 2, 60],
      ['Ana Gómez', 1, 30],
      ['Sin dato', 1, 15],
    ]));

  it('are years for days, ascending', () =>
    expect(figures(rows, columns.to)).toEqual([
      ['2026', 2, 2],
      ['2027', 1, 1],
      ['Sin dato', 1, 1],
    ]));

  it('are two for a flag', () =>
    expect(figures(rows, columns.old)).toEqual([
      ['Sí', 1, 1],
      ['No', 3, 3],
    ]));
});

it('numbers that are years group rows, others add up', () => {
  const rows = [task('1', { minutes: 2025 }), task('2', { minutes: 2026 })];
  const number: ListColumn<Task> = { ...columns.minutes, kind: 'number' };
  expect([canGroup(number, rows), canSum(number, rows)]).toEqual([true, false]);
  const amounts = [...rows, task('3', { minutes: 7 })];
  expect([canGroup(number, amounts), canSum(number, amounts)]).toEqual([false, true]);
  expect([canGroup(columns.percent, rows), canSum(columns.percent, rows)]).toEqual([false, false]);
});

it('of too many buckets the largest are drawn, the others as one', () => {
  const all = [5, 1, 9, 2].map((amount) => ({
    value: String(amount),
    label: String(amount),
    count: 1,
    amount,
  }));
  const drawn = drawnBuckets(all, 3, (count) => `otros ${count}`);
  expect(drawn.map(({ label, amount, isRest }) => [label, amount, isRest])).toEqual([
    ['5', 5, false],
    ['9', 9, false],
    ['otros 2', 3, true],
  ]);
  expect(drawnBuckets(all, 4, String)).toHaveLength(4);
});
