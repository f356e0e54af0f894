import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlans, planInOrder, type ItemDifference } from './compare-plans.ts';
import { AuditState } from '../model/audit-state.ts';
import { GivenAudit, givenPlan, item, user } from '../testing/given-audit.ts';

const thaw = (audit: GivenAudit): AuditState => AuditState.thaw(audit.state.freeze());

/** The differences as text, one line per item. */
function told(before: GivenAudit['state'], after: GivenAudit['state']): string[] {
  const labels = new Map(
    ['phase', 'proc', 'risk', 'ctrl', 'test', 'find', 'step', 'new'].map((label) => [item(label), label]),
  );
  return comparePlans(before, after).map((one: ItemDifference) => {
    const { id } = one.kind === 'removed' ? one.before : one.after;
    return `${one.kind} ${labels.get(id)}${one.kind === 'changed' ? `: ${[...one.fields].sort().join(' ')}` : ''}`;
  });
}

describe('what differs between two plans', () => {
  it.each<[string, (audit: GivenAudit) => GivenAudit, string[]]>([
    ['nothing', (audit) => audit, []],
    ['an item more', (audit) => audit.item('new', 'step', 'proc'), ['added new']],
    [
      'a branch that was deleted, item by item',
      (audit) => audit.deleted('risk'),
      ['removed risk', 'removed ctrl', 'removed test', 'removed find'],
    ],
    [
      'nothing of what was deleted and restored',
      (audit) => audit.deleted('step').happened('TreeItemRestored', { id: item('step') }),
      [],
    ],
    ['its dates', (audit) => audit.scheduled('step', '2026-02-01', null), ['changed step: dates']],
    [
      'nothing of dates that were taken back',
      (audit) => audit.scheduled('step', '2026-02-01', null).scheduled('step', null, null),
      [],
    ],
    [
      'another name and code',
      (audit) =>
        audit
          .does({ kind: 'rename_item', id: item('step'), name: 'Otro' })
          .does({ kind: 'recode_item', id: item('step'), code: 'Z-9' }),
      ['changed step: code name'],
    ],
    [
      'nothing of a name that came back',
      (audit) =>
        audit
          .does({ kind: 'rename_item', id: item('step'), name: 'Otro' })
          .does({ kind: 'rename_item', id: item('step'), name: 'step' }),
      [],
    ],
    [
      'another parent',
      (audit) => audit.does({ kind: 'move_item', id: item('step'), parent: item('phase') }),
      ['changed step: place'],
    ],
    [
      'another order, of whichever was moved alone',
      (audit) => audit.does({ kind: 'move_item', id: item('step'), parent: item('proc'), after: null }),
      ['changed step: place'],
    ],
    [
      'a status and whom it was given to',
      (audit) => audit.does({ kind: 'assign_item', id: item('step'), assignee: user('junior') }),
      ['changed step: assignee status'],
    ],
    [
      'a treatment with what it brought about',
      (audit) => audit.does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' }),
      ['changed find: treatment', 'added undefined'],
    ],
    [
      'values of a worksheet',
      (audit) => audit.does({ kind: 'set_values', id: item('risk'), values: { probability: 5 } }),
      ['changed risk: status values'],
    ],
    [
      'nothing of a value that went again',
      (audit) =>
        audit
          .does({ kind: 'set_values', id: item('step'), values: { budgetedMinutes: 60 } })
          .does({ kind: 'set_values', id: item('step'), values: { budgetedMinutes: null } }),
      [],
    ],
    [
      'a signature',
      (audit) =>
        audit
          .status('step', 'in_progress', 'junior')
          .does({ kind: 'sign_item', id: item('step'), mark: 'completed', textsAt: null }, { by: 'junior' }),
      ['changed step: signatures status'],
    ],
  ])('%s', (_, act, expected) => {
    const audit = givenPlan();
    const before = thaw(audit);
    expect(told(before, act(audit).state)).toEqual(expected);
  });

  it('is told of an end that alone has changed', () => {
    const audit = givenPlan().scheduled('step', '2026-02-01', '2026-02-02');
    const before = thaw(audit);
    expect(told(before, audit.scheduled('step', '2026-02-01', null).state)).toEqual(['changed step: dates']);
  });

  it('is the whole plan against an empty one, in the order people see', () => {
    const { state } = givenPlan();
    expect(told(new AuditState(), state)).toEqual(
      ['phase', 'proc', 'risk', 'ctrl', 'test', 'find', 'step'].map((label) => `added ${label}`),
    );
    expect(told(state, new AuditState())).toHaveLength(7);
  });

  it('applied to the earlier plan gives the later one', () => {
    const rename = fc.record({ kind: fc.constant('rename' as const), at: fc.nat(6), name: fc.nat(2) });
    const others = fc.record({
      kind: fc.constantFrom('delete', 'restore', 'move'),
      at: fc.nat(6),
      to: fc.nat(6),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(rename, others), { maxLength: 30 }), fc.nat(30), (steps, cut) => {
        const labels = ['phase', 'proc', 'risk', 'ctrl', 'test', 'find', 'step'];
        const audit = givenPlan();
        let before = thaw(audit);
        for (const [index, one] of steps.entries()) {
          if (index === cut) before = thaw(audit);
          const id = item(labels[one.at] ?? '');
          const intent =
            'name' in one
              ? { kind: 'rename_item', id, name: `n${one.name}` }
              : one.kind === 'move'
                ? { kind: 'move_item', id, parent: item(labels[one.to] ?? ''), after: null }
                : { kind: `${one.kind}_item`, id };
          // Refused intents change nothing.
          const decided = audit.when(intent, { by: 'manage' });
          if (typeof decided !== 'string') for (const { type, data } of decided) audit.happened(type, data);
        }
        const plan = new Map([...planInOrder(before)].map((node) => [node.id, node]));
        for (const one of comparePlans(before, audit.state)) {
          if (one.kind === 'removed') plan.delete(one.before.id);
          else plan.set(one.after.id, one.after);
        }
        const seen = [...planInOrder(audit.state)].map(({ id, name, code, place, status, assignee }) => [
          id,
          { name, code, place, status, assignee },
        ]);
        expect(
          new Map(
            [...plan.values()].map(({ id, name, code, place, status, assignee }) => [
              id,
              { name, code, place, status, assignee },
            ]),
          ),
        ).toEqual(new Map(seen as [string, unknown][]));
      }),
      { numRuns: 150 },
    );
  });
});
