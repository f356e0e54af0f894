import { describe, expect, it } from 'vitest';
import { withLateness, type WorkOfRows } from './late-rows.ts';
import { task, taskList, type Task } from '../views/task-list.fixture.ts';

const TODAY = '2026-11-23';
const isDone = ({ status }: Task) => status === 'done';
const isLate = (work: WorkOfRows<Task> | undefined, row: Task) =>
  withLateness(taskList([row]).columns, work, TODAY)
    .filter((column) => column.isLate?.(row) === true)
    .map(({ id }) => id);

describe('a row is late', () => {
  it.each<[string, Partial<Task>, WorkOfRows<Task> | undefined, readonly string[]]>([
    ['from the day after the one on which it is due', { to: '2026-11-22' }, { to: 'to', isDone }, ['to']],
    ['not on that day', { to: TODAY }, { to: 'to', isDone }, []],
    ['not once it is done', { to: '2026-11-22', status: 'done' }, { to: 'to', isDone }, []],
    ['not without a day', {}, { to: 'to', isDone }, []],
    ['with progress below 100', { to: '2026-11-22', percent: 99 }, { to: 'to', progress: 'percent' }, ['to']],
    ['not with all its progress', { to: '2026-11-22', percent: 100 }, { to: 'to', progress: 'percent' }, []],
    ['not where nobody knows what is done', { to: '2026-11-22' }, { to: 'to' }, []],
    ['not in a list without a time line', { to: '2026-11-22' }, undefined, []],
  ])('%s', (_name, values, work, expected) => {
    expect(isLate(work, task('1', values))).toEqual(expected);
  });
});
