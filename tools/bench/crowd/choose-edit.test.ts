import { itemId, type ItemId, type TreeRecord } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../measure/pace.ts';
import { Edits } from './choose-edit.ts';

const id = (number: number) => itemId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
const record = (
  type: TreeRecord['type'],
  parent: ItemId | null,
  deleted: number | null = null,
): TreeRecord => ({
  type,
  name: 'X',
  code: null,
  status: null,
  assignee: null,
  place: [parent, 'b'],
  createdBy: '00000000-0000-4000-8000-0000000000aa' as TreeRecord['createdBy'],
  version: 1,
  changedBy: 'x',
  fields: { created: 1 },
  treatment: null,
  derived: false,
  completedBy: null,
  deleted,
});
const records: readonly (readonly [ItemId, TreeRecord])[] = [
  [id(1), record('process', null)],
  [id(2), record('step', id(1))],
  [id(3), record('step', id(1))],
  [id(4), record('risk', id(1))],
  [id(5), record('step', id(1), 9)],
];
const many = (seed: number) => {
  const edits = new Edits(records, seededRandom(seed));
  return Array.from({ length: 200 }, (_, number) => edits.next(number));
};

describe('the edits of a crowd', () => {
  it('are renames, moves and new steps, six, two and two of ten', () => {
    const count = (kind: string) => many(1).filter(({ intent }) => intent.kind === kind).length;
    expect([count('rename_item'), count('move_item'), count('create_item')]).toEqual([120, 40, 40]);
  });

  it('touch only living steps, or make new ones below the same process', () => {
    for (const { item, intent } of many(2)) {
      if (intent.kind === 'create_item') expect(intent).toMatchObject({ type: 'step', parent: id(1) });
      else expect([id(2), id(3)]).toContain(item);
    }
  });

  it('move a step behind another one, never behind itself', () => {
    for (const { item, intent } of many(3))
      if (intent.kind === 'move_item')
        expect([intent.parent, intent.after]).toEqual([id(1), item === id(2) ? id(3) : id(2)]);
  });

  it('change something of the record', () => {
    const before = new Map(records);
    for (const { item, record: after } of many(4)) expect(after).not.toEqual(before.get(item));
  });

  it('need steps', () => {
    expect(() => new Edits(records.slice(0, 2), seededRandom(5))).toThrow(RangeError);
  });
});
