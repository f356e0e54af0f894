import { expect, it } from 'vitest';
import { levelItems, nestedItems, type LevelItem } from './tree-levels.ts';
import { columns, task, type Task } from '../task-list.fixture.ts';

const rows = [
  task('1', { status: 'done', person: 'luis' }),
  task('2', { status: 'new', person: null }),
  task('3', { status: null, person: 'ana' }),
  task('4', { status: 'new', person: 'ana' }),
];
const read = (by: readonly (keyof typeof columns)[]) =>
  levelItems<Task>({
    rows,
    by: by.map((id) => columns[id]),
    idOf: ({ id }) => id,
    titleOf: ({ title }) => title,
    labelOf: (_, value) => String(value ?? 'none'),
  });
const draw = (items: readonly LevelItem<Task>[], indent = ''): string[] =>
  items.flatMap(({ name, count, children }) =>
    children ? [`${indent}${name} (${count})`, ...draw(children, `${indent}  `)] : [`${indent}${name}`],
  );

it('groups by one column within another, in the order of the options', () =>
  expect(draw(read(['status', 'person']))).toEqual([
    'new (2)',
    '  ana (1)',
    '    Task 4',
    '  none (1)',
    '    Task 2',
    'done (1)',
    '  luis (1)',
    '    Task 1',
    'none (1)',
    '  ana (1)',
    '    Task 3',
  ]));

it('gives each group an id of its own, also where values are alike', () => {
  const ids = (items: readonly LevelItem<Task>[]): string[] =>
    items.flatMap(({ id, children }) => [id, ...ids(children ?? [])]);
  const all = ids(read(['status', 'person']));
  expect(new Set(all).size).toBe(all.length);
});

it('is a plain list without levels', () => expect(draw(read([]))).toEqual(rows.map(({ title }) => title)));

it('nests rows in their parents; a row whose parent is not listed stands at the top', () => {
  const items = nestedItems<Task>({
    rows: [
      task('1', { person: null }),
      task('2', { person: '1' }),
      task('3', { person: '2' }),
      task('4', { person: '1' }),
      task('5', { person: 'gone' }),
      task('6', { person: '6' }),
    ],
    by: [columns.person],
    idOf: ({ id }) => id,
    titleOf: ({ title }) => title,
    labelOf: String,
  });
  expect(draw(items)).toEqual(['Task 1 (2)', '  Task 2 (1)', '    Task 3', '  Task 4', 'Task 5', 'Task 6']);
});
