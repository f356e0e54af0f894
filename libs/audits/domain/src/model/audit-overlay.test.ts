import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newMember, type ItemId } from '@cotejo/audits-contracts';
import { AuditOverlay } from './audit-overlay.ts';
import { AuditState } from './audit-state.ts';
import type { AuditView, TreeNode } from './model.ts';
import { givenPlan, item, operation, user } from '../testing/given-audit.ts';

const LABELS = ['phase', 'proc', 'risk', 'ctrl', 'step', 'n1', 'n2', 'n3'];
const changes = fc.array(
  fc.record({
    label: fc.constantFrom(...LABELS),
    parent: fc.constantFrom(null, ...LABELS),
    position: fc.constantFrom('a0', 'a1', 'a2', 'a1V'),
    code: fc.constantFrom(null, 'R-007', 'R-120', 'X'),
    deleted: fc.constantFrom(null, 40),
    goes: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0),
  }),
  { maxLength: 30 },
);

function nodeOf(
  view: AuditView,
  change: { label: string; parent: string | null; position: string },
): TreeNode {
  const like = view.get(item('step'));
  if (!like) throw new Error('the plan has a step');
  const parent = change.parent === null ? null : item(change.parent);
  return { ...like, ...change, id: item(change.label), place: [parent, change.position] };
}
const lists = (view: AuditView) =>
  [null, ...LABELS.map((label) => item(label))].map((parent: ItemId | null) => view.childrenOf(parent));
const nodes = (view: AuditView) => LABELS.map((label) => view.get(item(label)));

describe('an overlay', () => {
  it('shows what the state would be, and leaves its base alone', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const base = givenPlan().state;
        const before = [lists(base), nodes(base)];
        const overlay = new AuditOverlay(base);
        const changed = AuditState.thaw(base.freeze());
        for (const change of list) {
          const node = nodeOf(base, change);
          for (const view of [overlay, changed])
            if (change.goes) view.remove([node.id]);
            else view.put(node);
        }
        expect(lists(overlay)).toEqual(lists(changed));
        expect(nodes(overlay)).toEqual(nodes(changed));
        const touched = list.filter(({ label, goes }) => !goes || lists(base).flat().includes(item(label)));
        for (const { label } of touched) expect(overlay.touched).toContain(item(label));
        expect([lists(base), nodes(base)]).toEqual(before);
        // A code present only in the base may stay reserved, but must never be assigned twice.
        expect(overlay.highestCode('R')).toBeGreaterThanOrEqual(changed.highestCode('R'));

        overlay.reset();
        expect([lists(overlay), nodes(overlay)]).toEqual(before);
        expect(overlay.highestCode('R')).toBe(base.highestCode('R'));
        expect(overlay.touched.size).toBe(0);
      }),
    );
  });

  it('lays changes of the audit, its team and slices over its base', () => {
    const { state } = givenPlan();
    const overlay = new AuditOverlay(state);
    overlay.setAudit({ status: 'closed', closedOn: '2026-04-01', version: 99 });
    overlay.setAudit({ operation: operation('imp'), operationSince: 99 });
    overlay.setMember(user('new'), newMember('auditor'));
    overlay.setSlice('x', 1);
    expect(overlay).toMatchObject({
      status: 'closed',
      closedOn: '2026-04-01',
      version: 99,
      operationSince: 99,
    });
    expect(overlay.team?.get(user('new'))).toBe('auditor');
    expect(overlay.slice('x')).toBe(1);
    expect(state).toMatchObject({ status: 'in_progress', closedOn: null, operation: null });
    expect(state.team.has(user('new'))).toBe(false);
    overlay.reset();
    expect(overlay).toMatchObject({ status: 'in_progress', version: state.version, operation: null });
    expect(overlay.slice('x')).toBeUndefined();
  });
});
