import type { ItemId, ItemType, RecordType } from '@cotejo/audits-contracts';
import { AuditMirror, AuditOverlay, displayOrder, createAuditModel } from '@cotejo/audits-domain';
import type { UserId } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorsOfRank } from './anchors-of-rank.ts';

const model = createAuditModel();
const me = crypto.randomUUID() as UserId;
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId;

/** A phase with children of the given types, positioned in the given order. */
function phaseWith(types: readonly ItemType[], recordType: RecordType = 'audit_plan'): AuditMirror {
  const view = new AuditMirror();
  view.recordType = recordType;
  view.setVersion(0);
  const add = (n: number, type: ItemType, parent: ItemId | null, position: string): void =>
    view.applyRecord(idOf(n), {
      ...{ type, name: `${type} ${n}`, code: null, status: null, assignee: null, place: [parent, position] },
      ...{
        createdBy: me,
        version: 0,
        changedBy: me,
        fields: { created: 0 },
        treatment: null,
        derived: false,
      },
      ...{ completedBy: null, deleted: null },
    });
  add(0, recordType === 'audit_plan' ? 'phase' : 'macroprocess', null, 'a0');
  types.forEach((type, at) => add(at + 1, type, idOf(0), `a${at}`));
  return view;
}

/** Rank of an item after it was moved to `rank`. */
function rankAfter(view: AuditMirror, id: ItemId, rank: number): number {
  const overlay = new AuditOverlay(view);
  const type = view.get(id)?.type ?? 'step';
  const intent = {
    kind: 'move_item',
    id,
    parent: idOf(0),
    ...anchorsOfRank(view, idOf(0), { id, type }, rank),
  };
  const decision = model.decide(
    overlay,
    { intent, base: 0 },
    { now: '2026-01-01T00:00:00Z', actor: me, can: () => true, mode: 'server' },
  );
  if (!decision.ok) throw new Error(decision.rejection.code);
  for (const event of decision.events)
    model.evolve(overlay, { ...event, version: 1, actor: me, at: '2026-01-01T00:00:00Z', operation: null });
  return displayOrder(overlay, idOf(0)).indexOf(id) + 1;
}

describe('the anchors of a rank', () => {
  it.each<[string, ItemType[], number, number, number]>([
    ['to the front', ['step', 'step', 'step'], 3, 1, 1],
    ['to the end', ['step', 'step', 'step'], 1, 3, 3],
    ['beyond the end', ['step', 'step', 'step'], 1, 99, 3],
    ['before an understanding: just below it', ['step', 'understanding', 'step'], 3, 1, 2],
    [
      'an understanding, behind the rest: last of its kind',
      ['understanding', 'understanding', 'step'],
      1,
      3,
      2,
    ],
  ])('bring an item %s', (_, types, item, rank, expected) => {
    expect(rankAfter(phaseWith(types), idOf(item), rank)).toBe(expected);
  });

  it('keep risks before the rest in a financial audit', () => {
    const view = phaseWith(['activity', 'risk', 'activity', 'risk'], 'financial_audit');
    expect(displayOrder(view, idOf(0))).toEqual([2, 4, 1, 3].map(idOf));
    expect(rankAfter(view, idOf(3), 1)).toBe(3);
    expect(rankAfter(view, idOf(4), 1)).toBe(1);
  });

  it('bring any item to any rank among its kind, whatever stands where', () => {
    const types = fc.array(fc.constantFrom<ItemType>('understanding', 'step', 'process'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(types, fc.nat(), fc.integer({ min: 1, max: 10 }), (kinds, pick, rank) => {
        const view = phaseWith(kinds);
        const at = pick % kinds.length;
        // A single understanding always comes first, so it cannot be moved.
        const isFirstKind = kinds[at] === 'understanding';
        const first = kinds.filter((type) => type === 'understanding').length;
        if (isFirstKind && first === 1) return;
        const [low, high] = isFirstKind ? [1, first] : [first + 1, kinds.length];
        expect(rankAfter(view, idOf(at + 1), rank)).toBe(Math.min(Math.max(rank, low), high));
      }),
    );
  });
});
