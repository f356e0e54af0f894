import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import type { Slice } from '../model/model.ts';
import { A_MONTH_LATER, GivenAudit, givenPlan, item } from '../testing/given-audit.ts';

const purge = (label: string) => ({ kind: 'purge_item', id: item(label) });

describe('purge_item', () => {
  it('takes a branch out for good, with what was deleted in it', () => {
    const audit = givenPlan().deleted('test').deleted('risk');
    const events = audit.whenSystem(purge('risk'), A_MONTH_LATER);
    expect(events).toEqual([{ type: 'TreeItemPurged', data: { id: item('risk'), items: 4 } }]);
    audit.purged('risk');
    for (const label of ['risk', 'ctrl', 'test', 'find'])
      expect(audit.state.get(item(label))).toBeUndefined();
    expect(audit.state.childrenOf(item('proc'))).toEqual([item('step')]);
    expect(audit.state.childrenOf(item('risk'))).toEqual([]);
    expect(audit.state.removedNow).toEqual([item('ctrl'), item('find'), item('risk'), item('test')]);
    expect(audit.deleted('step').state.removedNow).toEqual([]);
  });

  it('leaves the item’s id, code and references free', () => {
    const audit = givenPlan()
      .item('risk2', 'risk', 'proc', { code: 'R-020' })
      .reference('ref', 'risk2', 'ctrl');
    expect(audit.state.highestCode('R')).toBe(20);
    audit.deleted('risk2').purged('risk2');
    expect(audit.state.highestCode('R')).toBe(1);
    expect(audit.state.referencesTo(item('ctrl'))).toEqual([]);
    expect(
      audit.when({ kind: 'create_item', id: item('risk2'), type: 'risk', parent: item('proc'), name: 'x' }),
    ).toHaveLength(1);
  });

  it.each<[string, string, string, string]>([
    ['what is not there', 'nobody', A_MONTH_LATER, 'item_not_found'],
    ['what lives', 'step', A_MONTH_LATER, 'not_deleted'],
    ['what went along with something else', 'ctrl', A_MONTH_LATER, 'not_deleted'],
    ['what was deleted less than 30 days ago', 'risk', '2026-04-01T14:59:59.999Z', 'not_expired'],
  ])('refuses %s', (_, label, now, code) => {
    expect(givenPlan().deleted('risk').whenSystem(purge(label), now)).toBe(code);
  });

  it('refuses what a treatment may bring back', () => {
    const audit = givenPlan()
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'none' });
    const intent = { kind: 'purge_item', id: actionPlanIdOf(item('find')) };
    expect(audit.whenSystem(intent, A_MONTH_LATER)).toBe('derived_item');
  });

  it('refuses everybody but the system, and a closed audit', () => {
    const audit = givenPlan().deleted('risk');
    for (const by of ['admin', 'manage', 'leader'] as const)
      expect(audit.when(purge('risk'), { by, now: A_MONTH_LATER })).toBe('forbidden');
    expect(audit.audit('closed').whenSystem(purge('risk'), A_MONTH_LATER)).toBe('audit_closed');
  });

  it('makes slices forget what they kept of it', () => {
    const marks: Slice = {
      name: 'marks',
      intents: {},
      events: { Marked: [] },
      rights: {},
      parse: () => null,
      decide: () => ({ ok: true, events: [] }),
      evolve: (state, { data }) => [...((state ?? []) as unknown[]), data['id']],
      forget: (state, items) => (state as never[]).filter((id) => !items.includes(id)),
      freeze: (state) => state,
      thaw: (json) => json,
    };
    const audit = new GivenAudit('audit_plan', [marks])
      .item('phase', 'phase', null)
      .item('act', 'activity', 'phase')
      .item('step', 'step', 'act');
    for (const label of ['phase', 'act', 'step']) audit.happened('Marked', { id: item(label) });
    audit.deleted('act').purged('act');
    expect(audit.state.slice('marks')).toEqual([item('phase')]);
  });
});

describe('compact_document', () => {
  it('changes nothing but the version, of which the state remembers the last', () => {
    const audit = givenPlan();
    const compact = { kind: 'compact_document' };
    expect(audit.whenSystem(compact)).toEqual([{ type: 'TreeDocumentCompacted', data: {} }]);
    expect(audit.when(compact, { by: 'admin' })).toBe('forbidden');
    const nodes = [...audit.state.nodes()];
    expect(audit.state.lastCompaction).toBe(-1);
    audit.compacted().deleted('step');
    expect(audit.state.lastCompaction).toBe(audit.version - 1);
    expect([...audit.state.nodes()].filter(({ id }) => id !== item('step'))).toEqual(
      nodes.filter(({ id }) => id !== item('step')),
    );
  });
});
