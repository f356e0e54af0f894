import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, TreeRecord } from '@cotejo/audits-contracts';
import { AuditMirror } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { itemsWithin } from './items-within.ts';

const me = crypto.randomUUID() as UserId;
const [phase, process, step, other] = [0, 1, 2, 3].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}` as ItemId,
) as [ItemId, ItemId, ItemId, ItemId];

function view(
  dates: readonly [string | null, string | null] | undefined,
  hidden: Partial<TreeRecord> = {},
): AuditMirror {
  const mirror = new AuditMirror();
  const add = (
    id: ItemId,
    parent: ItemId | null,
    of?: readonly [string | null, string | null],
    more: Partial<TreeRecord> = {},
  ): void =>
    mirror.applyRecord(id, {
      ...{ type: 'process', name: 'x', code: null, status: null, assignee: null, place: [parent, 'a0'] },
      ...{
        createdBy: me,
        version: 0,
        changedBy: me,
        fields: { created: 0 },
        treatment: null,
        derived: false,
      },
      ...{ completedBy: null, deleted: null, ...(of && { dates: of }) },
      ...more,
    });
  add(phase, null);
  add(process, phase);
  add(step, process, dates, hidden);
  add(other, phase);
  return mirror;
}

describe('what an interval keeps', () => {
  it.each<
    [
      string,
      readonly [string | null, string | null] | undefined,
      string | undefined,
      string | undefined,
      boolean,
    ]
  >([
    ['within', ['2026-03-05', '2026-03-10'], '2026-03-01', '2026-03-31', true],
    ['over both ends', ['2026-01-01', '2026-12-31'], '2026-03-01', '2026-03-31', true],
    ['touching the first day', ['2026-01-01', '2026-03-01'], '2026-03-01', '2026-03-31', true],
    ['touching the last day', ['2026-03-31', '2026-12-31'], '2026-03-01', '2026-03-31', true],
    ['before', ['2026-01-01', '2026-02-28'], '2026-03-01', '2026-03-31', false],
    ['after', ['2026-04-01', '2026-04-02'], '2026-03-01', '2026-03-31', false],
    ['begun and never ending', ['2026-01-01', null], '2026-03-01', '2026-03-31', true],
    ['ending, begun whenever', [null, '2026-02-28'], '2026-03-01', '2026-03-31', false],
    ['of an open interval', ['2026-01-01', '2026-01-02'], undefined, '2026-03-31', true],
    ['after an open interval', ['2026-01-01', '2026-01-02'], '2026-03-01', undefined, false],
    ['without days', undefined, '2026-03-01', '2026-03-31', false],
  ])('%s', (_, dates, from, to, isKept) => {
    const mirror = view(dates);
    const kept = itemsWithin(mirror, { from, to });
    expect([...kept].sort()).toEqual(isKept ? [phase, process, step].sort() : []);
  });

  it.each<[string, Partial<TreeRecord>]>([
    ['a finding raised for a worksheet that it does not stand under', { type: 'finding', refParent: other }],
    ['what was deleted', { deleted: 7 }],
  ])('nothing above what nobody sees: %s', (_, hidden) => {
    const mirror = view(['2026-03-05', '2026-03-10'], hidden);
    expect(itemsWithin(mirror, { from: '2026-03-01', to: '2026-03-31' }).size).toBe(0);
  });
});
