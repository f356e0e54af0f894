import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, evaluationIdOf, type ItemId, type ItemStatus } from '@cotejo/audits-contracts';
import { GivenAudit, givenPlan, item, type PersonLabel } from '../testing/given-audit.ts';

type Values = Readonly<Record<string, unknown>>;
const set = (values: Values, label = 'risk') => ({ kind: 'set_values', id: item(label), values });
const INSTRUCTION = 'instruction.00000009-0000-4000-8000-000000000001';

describe('set_values', () => {
  it('says what each was before, and begins the work', () => {
    const audit = givenPlan();
    expect(audit.when(set({ probability: 3, impact: 5 }))).toEqual([
      {
        type: 'ItemValuesSet',
        data: {
          id: item('risk'),
          values: { probability: 3, impact: 5 },
          from: { probability: null, impact: null },
          overwrote: {},
        },
      },
      { type: 'ItemStatusChanged', data: { id: item('risk'), from: 'new', to: 'in_progress' } },
    ]);
    audit.does(set({ probability: 3, impact: 5 }));
    expect(audit.state.get(item('risk'))?.values).toEqual({ probability: 3, impact: 5 });
    expect(audit.when(set({ probability: 1 }))).toMatchObject([{ data: { from: { probability: 3 } } }]);
  });

  it('leaves out what is so already; null takes a value away, and nothing where there is none', () => {
    const audit = givenPlan().does(set({ probability: 3, impact: 5 }));
    expect(audit.when(set({ probability: 3, impact: 5 }))).toEqual([]);
    expect(audit.when(set({ probability: 3, impact: 1 }))).toMatchObject([
      { data: { values: { impact: 1 }, from: { impact: 5 } } },
    ]);
    expect(givenPlan().when(set({ probability: null }))).toEqual([]);
    audit.does(set({ probability: null }));
    expect(audit.state.get(item('risk'))?.values).toEqual({ impact: 5 });
    audit.does(set({ impact: null }));
    expect(audit.state.get(item('risk'))).not.toHaveProperty('values');
  });

  it('says nothing of an entry that was taken out of its list, unless it comes back whole', () => {
    const entry = { [`${INSTRUCTION}.place`]: 'a0', [`${INSTRUCTION}.option`]: 'exception' };
    const gone = { [`${INSTRUCTION}.place`]: null, [`${INSTRUCTION}.option`]: null };
    const audit = givenPlan().does(set(entry, 'step')).does(set(gone, 'step'));
    const option = { [`${INSTRUCTION}.option`]: 'conforms' };
    expect(audit.when(set(option, 'step'))).toBe('entry_removed');
    expect(audit.when(set({ ...option, budgetedMinutes: 60 }, 'step'))).toBe('entry_removed');
    expect(audit.when(set({ [`${INSTRUCTION}.option`]: null }, 'step'))).toEqual([]);
    expect(audit.when(set(entry, 'step'))).toMatchObject([{ data: { values: entry } }]);
    audit.does(set(entry, 'step'));
    expect(audit.when(set(option, 'step'))).toMatchObject([{ data: { values: option } }]);
  });

  it.each<[string, string, Values, string | null]>([
    ['a risk is likely', 'risk', { probability: 4 }, null],
    ['but only so much', 'risk', { probability: 6 }, 'value_invalid'],
    ['and in numbers', 'risk', { impact: 'alto' }, 'value_invalid'],
    ['a risk is executed', 'risk', { execution: 5 }, 'value_not_allowed'],
    ['what every object has', 'risk', { constructor: 1 }, 'value_not_allowed'],
    ['a test is executed', 'test', { execution: 5 }, null],
    ['in grades', 'test', { execution: 2 }, 'value_invalid'],
    ['a control is key', 'ctrl', { isKey: true }, null],
    ['a criterion is weighed', 'ctrl', { 'design.segregation.weight': 10 }, null],
    ['and no more', 'ctrl', { 'design.segregation.weight': 11 }, 'value_invalid'],
    ['an instruction came out', 'step', { [`${INSTRUCTION}.option`]: 'exception' }, null],
    ['one without an id', 'step', { 'instruction.first.option': 'conforms' }, 'value_not_allowed'],
    ['a loss in exact money', 'find', { lossAmount: '1200.50' }, null],
    ['a loss in floats', 'find', { lossAmount: 1200.5 }, 'value_invalid'],
    ['a day that no calendar has', 'find', { dueDate: '2026-02-30' }, 'value_invalid'],
    ['a group has none', 'proc', { budgetedMinutes: 60 }, 'value_not_allowed'],
  ])('%s', (_, label, values, refused) => {
    const decision = givenPlan().decide(set(values, label));
    expect(decision.ok ? null : decision.rejection).toEqual(
      refused === null ? null : { code: refused, params: { field: Object.keys(values)[0] } },
    );
  });

  it.each<[string, string, ItemStatus, ItemStatus | null]>([
    ['a step', 'step', 'new', 'in_progress'],
    ['a step', 'step', 'assigned', 'in_progress'],
    ['a step', 'step', 'in_progress', null],
    ['a step', 'step', 'completed', 'in_progress'],
    ['a step', 'step', 'reviewed', 'in_progress'],
    ['a step', 'step', 'review_note', 'in_progress'],
    ['a finding', 'find', 'new', null],
    ['a finding', 'find', 'not_discussed', null],
    ['a finding', 'find', 'completed', 'not_discussed'],
    ['a finding', 'find', 'reviewed', 'not_discussed'],
  ])('of %s (%s) that is %s leads to %s', (_, label, status, then) => {
    const audit = givenPlan();
    if (status !== 'new') audit.status(label, status);
    const value = label === 'find' ? { impact: 3 } : { [`${INSTRUCTION}.option`]: 'conforms' };
    const decided = audit.when(set(value, label));
    const statuses = Array.isArray(decided) ? decided.filter(({ type }) => type === 'ItemStatusChanged') : [];
    expect(statuses.map(({ data }) => data['to'])).toEqual(then === null ? [] : [then]);
    const isSigned = status === 'completed' || status === 'reviewed';
    expect(JSON.stringify(decided).includes('SignaturesVoided')).toBe(isSigned);
  });

  it('hours are of the plan: they begin nothing and void nothing', () => {
    const hours = set({ budgetedMinutes: 480 }, 'step');
    expect(givenPlan().when(hours)).toHaveLength(1);
    expect(givenPlan().status('step', 'completed').when(hours)).toHaveLength(1);
    expect(givenPlan().when(set({ budgetedMinutes: 60, isKey: true }, 'ctrl'))).toHaveLength(2);
  });

  it('what comes along with a copy begins nothing, but it still voids', () => {
    const copied = { ...set({ probability: 3 }), copied: true };
    expect(givenPlan().when(copied)).toHaveLength(1);
    expect(givenPlan().status('risk', 'completed').when(copied)).toHaveLength(3);
  });

  describe('against somebody else’s', () => {
    const theirs = (by: PersonLabel, values: Values) => {
      const audit = givenPlan().does(set({ probability: 1 }));
      const seen = audit.version;
      return { audit: audit.does(set(values), { by }), seen };
    };

    it.each<[string, PersonLabel, Values, boolean]>([
      ['of the same value', 'peer', { probability: 5 }, true],
      ['of another value', 'peer', { impact: 5 }, false],
      ['that is one’s own', 'leader', { probability: 5 }, false],
      ['that took it away', 'peer', { probability: null }, true],
    ])('the later wins and says so: %s', (_, by, values, isTold) => {
      const { audit, seen } = theirs(by, values);
      const overwrote = isTold ? { probability: audit.version } : {};
      expect(audit.when(set({ probability: 3 }), { base: seen })).toMatchObject([{ data: { overwrote } }]);
      expect(audit.when(set({ probability: 3 }))).toMatchObject([{ data: { overwrote: {} } }]);
    });
  });

  it('is refused to those who may not edit, of the unknown, the deleted and what is shared', () => {
    const audit = givenPlan().item('risk2', 'risk', 'proc').reference('ref', 'risk2', 'ctrl');
    expect(audit.when(set({ probability: 3 }), { by: 'guest' })).toBe('forbidden');
    expect(audit.when(set({ probability: 3 }, 'nobody'))).toBe('item_not_found');
    expect(audit.when(set({ isKey: true }, 'ref'))).toBe('derived_item');
    expect(audit.deleted('proc').when(set({ probability: 3 }))).toBe('item_deleted');
  });

  it('a risk of a library is rated where it is used', () => {
    const audit = givenPlan().item('lib', 'risk', 'proc', { origin: 'library' });
    expect(audit.when(set({ probability: 3 }, 'lib'))).toHaveLength(2);
  });

  it('findings of an ICCE audit are its members’', () => {
    const audit = new GivenAudit('icce')
      .item('phase', 'phase', null)
      .item('step', 'step', 'phase')
      .item('find', 'finding', 'step');
    expect(audit.when(set({ impact: 3 }, 'find'))).toBe('icce_role_required');
    expect(audit.when(set({ impact: 3 }, 'find'), { by: 'icce' })).toHaveLength(1);
  });

  it('nothing and too much are no intents', () => {
    expect(givenPlan().when(set({}))).toBe('invalid_intent');
    const many = Array.from({ length: 201 }, (_, index) => [`design.c${index}.weight`, 1]);
    expect(givenPlan().when(set(Object.fromEntries(many), 'ctrl'))).toBe('invalid_intent');
    expect(givenPlan().when(set({ 'no key': 1 }))).toBe('invalid_intent');
  });

  it('an item holds so many and no more', () => {
    const audit = givenPlan();
    const some = (from: number) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`design.c${from + index}.weight`, 1]));
    for (let from = 0; from < 4_000; from += 200) audit.does(set(some(from), 'ctrl'));
    expect(audit.when(set({ 'design.one.weight': 1 }, 'ctrl'))).toBe('too_many_values');
    expect(audit.when(set({ 'design.c1.weight': 2 }, 'ctrl'))).toHaveLength(1);
  });

  it('in a closed audit plans and evaluations are still written, findings are not', () => {
    const plan = actionPlanIdOf(item('find'));
    const audit = givenPlan()
      .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
      .does({ kind: 'choose_plan_treatment', id: plan, treatment: 'evaluate' })
      .audit('closed', '2026-04-10');
    const about = (id: ItemId, values: Values) => audit.when({ kind: 'set_values', id, values });
    expect(about(plan, { approvalDate: '2026-05-01' })).toHaveLength(1);
    expect(about(evaluationIdOf(item('find')), { evaluationDate: '2026-05-01' })).toHaveLength(2);
    expect(about(item('find'), { impact: 3 })).toBe('audit_closed');
    expect(about(item('risk'), { impact: 3 })).toBe('audit_closed');
  });
});
