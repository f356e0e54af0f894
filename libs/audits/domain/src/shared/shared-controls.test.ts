import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '@cotejo/audits-contracts';
import { copiesOf } from '../copy/copy-item.ts';
import { purgeable } from '../items/deleted-branches.ts';
import { originalOf } from './references.ts';
import { mayStandUnder } from '../items/structure.ts';
import { A_MONTH_LATER, givenPlan, item, type GivenAudit } from '../testing/given-audit.ts';
import { alive } from '../model/tree.ts';

const deed = fc.record({
  kind: fc.constantFrom('copy', 'copy', 'move', 'delete', 'delete', 'restore', 'purge', 'raise'),
  of: fc.nat(60),
  to: fc.nat(60),
  shared: fc.constantFrom('here', 'everywhere', undefined),
  flag: fc.boolean(),
});
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

const given = (): GivenAudit =>
  givenPlan()
    .item('act', 'activity', 'proc')
    .item('risk2', 'risk', 'act')
    .item('risk3', 'risk', 'proc')
    .item('risk4', 'risk', 'phase')
    .item('c2', 'control', 'risk2')
    .reference('ref2', 'risk2', 'ctrl')
    .reference('ref4', 'risk4', 'ctrl')
    .reference('ref3', 'risk3', 'c2');

function intentOf(audit: GivenAudit, { kind, of, to, shared, flag }: Deed, newId: () => ItemId) {
  const ids = [...audit.state.nodes()].map(({ id }) => id);
  const id = ids[of % ids.length] as ItemId;
  const parent = ids[to % ids.length] as ItemId;
  switch (kind) {
    case 'copy': {
      const copies = copiesOf(audit.state, id, newId);
      return { kind: 'copy_item', id: copies[0]?.[1] ?? id, source: id, parent, copies };
    }
    case 'raise':
      return { kind: 'create_item', id: newId(), type: 'finding', parent, name: 'x', refParent: id };
    case 'restore':
      return { kind: 'restore_item', id, withAncestors: flag };
    case 'delete':
      return { kind: 'delete_item', id, ...(shared && { shared }) };
    case 'purge':
      return { kind: 'purge_item', id: purgeable(audit.state, A_MONTH_LATER)[0] ?? id };
    default:
      return { kind: 'move_item', id, parent, after: null };
  }
}

function expectSound({ state }: GivenAudit): void {
  for (const node of state.nodes()) {
    const [parent] = node.place;
    const above = parent === null ? undefined : state.get(parent);
    expect(parent === null || above !== undefined).toBe(true);
    expect(mayStandUnder('audit_plan', above?.type ?? null, node.type)).toBe(true);
    if (node.type !== 'reference' || node.deleted !== null) continue;
    const beside = state.childrenOf(parent).flatMap((id) => {
      const sibling = state.get(id);
      return sibling?.deleted === null && id !== node.id ? [sibling.target?.item ?? id] : [];
    });
    expect(beside).not.toContain(node.target?.item);
    if (alive(state, node.id)) expect(originalOf(state, node)?.type).toBe('control');
  }
  for (const parent of [null, ...[...state.nodes()].map(({ id }) => id)]) {
    const positions = state.childrenOf(parent).map((id) => state.get(id)?.place[1]);
    expect(new Set(positions).size).toBe(positions.length);
  }
}

describe('a plan with shared controls, whatever people do to it', () => {
  it('has no reference without its control, no control twice in a risk, and counts what goes', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
        const audit = given();
        let made = 0;
        const newId = (): ItemId => item(`n${made++}`);
        for (const one of deeds) {
          const intent = intentOf(audit, one, newId);
          const decided =
            one.kind === 'purge'
              ? audit.whenSystem(intent, A_MONTH_LATER)
              : audit.when(intent, { by: 'manage' });
          // Refused intents change nothing.
          if (typeof decided === 'string') continue;
          const before = audit.state.liveCount;
          for (const { type, data } of decided) audit.happened(type, data);
          if (one.kind === 'delete') {
            const gone = decided.reduce((sum, { data }) => sum + Number(data['items'] ?? 0), 0);
            expect(before - audit.state.liveCount).toBe(gone);
          }
          expectSound(audit);
        }
      }),
      { numRuns: 300 },
    );
  });
});
