import { encodeRecord, treeRecord, type TreeRecord } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readItemId, readTreeRecord } from './read-tree-record.ts';
import { item, personId, TestAudit } from './test-audit.fixture.ts';

const plain: TreeRecord = {
  type: 'risk',
  name: 'Proveedores ficticios',
  code: 'R-001',
  status: 'new',
  assignee: personId(2),
  place: [item(2), 'a0'],
  createdBy: personId(1),
  version: 7,
  changedBy: personId(1),
  changedBefore: 3,
  fields: { created: 3, name: 7 },
  treatment: null,
  derived: false,
  completedBy: null,
  deleted: null,
};
const rare: TreeRecord = {
  ...plain,
  deletedAt: '2026-01-01T00:00:00.000Z',
  dates: ['2026-01-01', null],
  target: { audit: null, item: item(5) },
  refParent: item(4),
  origin: 'library',
  risk: { general: 'Fraude', specific: [], factors: ['a'], objectives: [] },
};
const worked: TreeRecord = {
  ...plain,
  dates: ['2026-01-01', '2026-02-01'],
  cameFrom: { by: personId(2), statuses: ['new', 'in_progress'] },
};

describe('a record of the tree document', () => {
  it('is taken as it is', () => {
    expect(readTreeRecord(encodeRecord(plain))).toEqual(plain);
    expect(readTreeRecord(encodeRecord(rare))).toEqual(rare);
    expect(readTreeRecord(encodeRecord(worked))).toEqual(worked);
    const state = new TestAudit().state;
    for (const { id: _, ...record } of state.nodes())
      expect(readTreeRecord(encodeRecord(record))).toEqual(record);
    expect(readItemId(item(1))).toBe(item(1));
  });

  it.each([
    ['no object', 'text'],
    ['nothing', null],
    ['a list', [plain]],
    ['an unknown type', { ...plain, type: 'constructor' }],
    ['an unknown status', { ...plain, status: 'lost' }],
    ['half a place', { ...plain, place: [item(2)] }],
    ['a place under something that is no id', { ...plain, place: ['../x', 'a0'] }],
    ['a version that is a text', { ...plain, version: '7' }],
    ['versions that are none', { ...plain, fields: { name: 1.5 } }],
    ['a trail of no status', { ...worked, cameFrom: { by: personId(2), statuses: [null] } }],
    ['half a range of days', { ...worked, dates: ['2026-01-01'] }],
    ['no name', Object.fromEntries(Object.entries(plain).filter(([key]) => key !== 'name'))],
    ['a name that is none', { ...plain, name: null }],
  ])('is refused when it is %s', (_what, value) => {
    expect(() => readTreeRecord(JSON.stringify(value))).toThrow();
  });

  it.each([
    ['an object', plain],
    ['nothing', undefined],
    ['no JSON', '{'],
  ])('is refused when it is %s and no text', (_what, value) => {
    expect(() => readTreeRecord(value)).toThrow();
  });

  it('is never taken by hand when the schema would not take it', () => {
    const junk = fc.oneof(
      fc.constantFrom(undefined, null, '', 'new', 'none', item(3), 0, -1, 1.5, true, [], {}, [null, 'a']),
      fc.jsonValue(),
    );
    const changes = fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...Object.keys({ ...rare, ...worked })), fc.string()),
        fc.option(junk),
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.constantFrom(plain, rare, worked), changes, (record, these) => {
        const value: Record<string, unknown> = { ...record };
        for (const [key, to] of these) {
          if (to === null) delete value[key];
          else value[key] = to;
        }
        const text = JSON.stringify(value);
        const expected = treeRecord.safeParse(JSON.parse(text));
        if (expected.success) expect(readTreeRecord(text)).toEqual(expected.data);
        else expect(() => readTreeRecord(text)).toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it('goes by no name that is none of an item', () => {
    expect(() => readItemId('audit')).toThrow();
  });
});
