import { expect, it } from 'vitest';
import type { ListColumn } from '../columns/list-column.ts';
import { fieldsOf } from './row-fields.tsx';

const column = (id: string, kind: 'text' | 'person', hidden = false): ListColumn<object> => ({
  id,
  kind,
  hidden,
  label: id,
  value: () => null,
});
const ids = (columns: readonly ListColumn<object>[]) => fieldsOf(columns, ['b'], 2).map(({ id }) => id);
const texts = ['a', 'b', 'c', 'd'].map((id) => column(id, 'text'));

it.each([
  ['the first ones, without their place', texts, ['a', 'c']],
  ['whose it is beside them', [...texts, column('leader', 'person')], ['a', 'c', 'leader']],
  ['whose it is once', [column('leader', 'person'), ...texts, column('other', 'person')], ['leader', 'a']],
  ['no hidden person', [...texts, column('leader', 'person', true)], ['a', 'c']],
])('a card shows %s', (_, columns, expected) => {
  expect(ids(columns)).toEqual(expected);
});
