import { describe, expect, it } from 'vitest';
import { actionPlanIdOf } from '@cotejo/audits-contracts';
import {
  contextOf,
  GivenAudit,
  givenPlan,
  item,
  OTHER_AUDIT,
  user,
  type Ask,
} from '../testing/given-audit.ts';
import { MAX_DEPTH } from '../model/tree.ts';

const create = (over: Record<string, unknown> = {}) => ({
  kind: 'create_item',
  id: item('new'),
  type: 'step',
  parent: item('proc'),
  name: 'Revisar órdenes de compra',
  ...over,
});

describe('create_item', () => {
  it('adds the item after its siblings, new, with resolved position', () => {
    expect(givenPlan().when(create())).toEqual([
      {
        type: 'TreeItemCreated',
        data: {
          id: item('new'),
          itemType: 'step',
          parent: item('proc'),
          position: 'a2',
          name: 'Revisar órdenes de compra',
          code: null,
          status: 'new',
          assignee: null,
          derived: false,
          startDate: null,
          endDate: null,
          target: null,
          refParent: null,
          origin: null,
          risk: null,
          copiedFrom: null,
        },
      },
    ]);
  });

  it.each([
    ['first with after null', { after: null }, 'Zz'],
    ['after its anchor', { after: item('risk') }, 'a0V'],
    ['before its anchor', { before: item('step') }, 'a0V'],
    ['at the end when the anchors are strangers', { after: item('x'), before: item('y') }, 'a2'],
    [
      'before its anchor when the one to follow is a stranger',
      { after: item('x'), before: item('risk') },
      'Zz',
    ],
  ])('lands %s', (_, anchors, position) => {
    expect(givenPlan().when(create(anchors))).toMatchObject([{ data: { position } }]);
  });

  it.each([
    ['risk', 'proc', 'R-002'],
    ['control', 'risk', 'C-002'],
    ['control_test', 'ctrl', 'PV-02'],
    ['finding', 'test', 'H-02'],
    ['step', 'proc', null],
    ['process', 'phase', null],
  ])('gives a %s without a code the next free one', (type, parent, code) => {
    expect(givenPlan().when(create({ type, parent: item(parent) }))).toMatchObject([{ data: { code } }]);
    expect(givenPlan().when(create({ type, parent: item(parent) }), { mode: 'optimistic' })).toMatchObject([
      { data: { code } },
    ]);
  });

  it('does not offer the code of a deleted item again, and keeps a code that is given', () => {
    const audit = givenPlan().item('r9', 'risk', 'proc', { code: 'R-009' }).deleted('r9');
    expect(audit.when(create({ type: 'risk' }))).toMatchObject([{ data: { code: 'R-010' } }]);
    expect(audit.when(create({ type: 'risk', code: 'RX' }))).toMatchObject([{ data: { code: 'RX' } }]);
  });

  it('is assigned from the start when it has a person', () => {
    expect(givenPlan().when(create({ assignee: user('junior') }))).toMatchObject([
      { data: { assignee: user('junior'), status: 'assigned' } },
    ]);
    expect(givenPlan().when(create({ type: 'finding', assignee: user('junior') }))).toMatchObject([
      { data: { status: 'new' } },
    ]);
  });

  it('groups have no status', () => {
    expect(givenPlan().when(create({ type: 'activity' }))).toMatchObject([{ data: { status: null } }]);
  });

  it('brings its dates, and a risk what it is about and where it comes from', () => {
    const risk = { general: 'Fraude', specific: ['Doble pago'], factors: [], objectives: [] };
    const copiedFrom = { audit: OTHER_AUDIT, item: item('lib'), version: 7 };
    const facts = { startDate: '2026-02-01', endDate: '2026-02-01', origin: 'library', risk, copiedFrom };
    const audit = givenPlan();
    expect(audit.when(create({ type: 'risk', ...facts }))).toMatchObject([{ data: facts }]);
    expect(audit.does(create({ type: 'risk', ...facts })).state.get(item('new'))).toMatchObject({
      dates: ['2026-02-01', '2026-02-01'],
      origin: 'library',
      risk,
    });
  });

  it.each<[string, string, string | null]>([
    ['the risk above it', 'risk', 'risk'],
    ['its own parent: nothing to say', 'ctrl', null],
    ['what is not above it: it would be astray', 'step', null],
    ['what is not there', 'nobody', null],
  ])('a finding is raised for %s', (_, refParent, expected) => {
    const intent = create({ type: 'finding', parent: item('ctrl'), refParent: item(refParent) });
    expect(givenPlan().when(intent)).toMatchObject([
      { data: { refParent: expected === null ? null : item(expected) } },
    ]);
  });

  it('a reference stands for a control of the audit, without code, status or person', () => {
    const target = { audit: null, item: item('ctrl') };
    const audit = givenPlan().item('risk2', 'risk', 'proc');
    const intent = create({ type: 'reference', parent: item('risk2'), target, code: 'C-9' });
    expect(audit.when(intent)).toMatchObject([
      { data: { target, code: null, status: null, assignee: null } },
    ]);
    audit.does(intent);
    expect(audit.state.referencesTo(item('ctrl'))).toEqual([item('new')]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['a reference without a target', { type: 'reference' }],
    ['a reference out of the audit', { type: 'reference', target: { audit: OTHER_AUDIT, item: item('x') } }],
    ['a link into the audit', { type: 'link', target: { audit: null, item: item('ctrl') } }],
    ['a control with a target', { type: 'control', target: { audit: null, item: item('ctrl') } }],
    [
      'a link with a person',
      { type: 'link', target: { audit: OTHER_AUDIT, item: item('x') }, assignee: user('junior') },
    ],
    [
      'a link with dates',
      { type: 'link', target: { audit: OTHER_AUDIT, item: item('x') }, startDate: '2026-01-01' },
    ],
    ['a control that was raised for something', { type: 'control', refParent: item('risk') }],
    ['a control of a library', { type: 'control', origin: 'library' }],
    [
      'a control described as a risk',
      { type: 'control', risk: { general: null, specific: [], factors: [], objectives: [] } },
    ],
  ])('refuses %s', (_, over) => {
    expect(givenPlan().when(create({ parent: item('risk'), ...over }))).toBe('invalid_intent');
  });

  it('asks for the right to add that kind', () => {
    const audit = givenPlan();
    const can = (key: string): boolean => key !== 'plan.control__add';
    const decide = (type: string, parent: string) =>
      audit.model.decide(
        audit.state,
        { intent: create({ type, parent: item(parent) }), base: audit.version },
        { ...contextOf(audit.state, 'leader'), can },
      ).ok;
    expect([decide('control', 'risk'), decide('risk', 'proc')]).toEqual([false, true]);
  });

  it('in an ICCE audit only whoever has that role, or administers, raises findings', () => {
    const audit = new GivenAudit('icce').item('phase', 'phase', null).item('step', 'step', 'phase');
    const raise = create({ type: 'finding', parent: item('step') });
    const by = (who: Ask['by']) => audit.when(raise, { by: who });
    expect((['leader', 'manage', 'junior'] as const).map(by)).toEqual(Array(3).fill('icce_role_required'));
    expect((['icce', 'admin'] as const).map((who) => by(who).length)).toEqual([1, 1]);
    expect(audit.when(create({ type: 'step', parent: item('phase') }))).toHaveLength(1);
  });

  const refusals: readonly [string, Record<string, unknown>, Ask, string][] = [
    ['a guest', {}, { by: 'guest' }, 'forbidden'],
    ['a leader outside the team', {}, { by: 'outsid' }, 'forbidden'],
    ['an owner', {}, { by: 'owner' }, 'forbidden'],
    ['an id in use', { id: item('risk') }, {}, 'duplicate_id'],
    ['an unknown parent', { parent: item('nobody') }, {}, 'parent_deleted'],
    ['a type its parent may not hold', { type: 'control' }, {}, 'child_type_not_allowed'],
    ['a type the audit may not hold', { parent: null }, {}, 'child_type_not_allowed'],
    ['an action plan by hand', { type: 'action_plan', parent: item('find') }, {}, 'derived_item'],
    ['an id that belongs to a treatment', { id: actionPlanIdOf(item('find')) }, {}, 'derived_item'],
    ['an assignee outside the team', { assignee: user('owner') }, {}, 'assignee_not_in_team'],
    ['an end before the start', { startDate: '2026-02-02', endDate: '2026-02-01' }, {}, 'dates_reversed'],
    ['an empty name', { name: '   ' }, {}, 'invalid_intent'],
    ['a name of two lines', { name: 'a\nb' }, {}, 'hidden_characters'],
    ['an id that is none', { id: 'x' }, {}, 'invalid_intent'],
  ];
  it.each(refusals)('refuses %s', (_, over, ask, code) => {
    expect(givenPlan().when(create(over), ask)).toBe(code);
  });

  it('refuses a parent that is deleted, or under something deleted', () => {
    expect(givenPlan().deleted('proc').when(create())).toBe('parent_deleted');
    expect(givenPlan().deleted('phase').when(create())).toBe('parent_deleted');
  });

  it('shows nothing more when the base holds it already', () => {
    expect(givenPlan().when(create({ id: item('risk') }), { mode: 'optimistic' })).toEqual([]);
  });

  it('says what may not stand where', () => {
    expect(givenPlan().decide(create({ type: 'control' }))).toMatchObject({
      rejection: { params: { parent: 'process', child: 'control' } },
    });
  });

  it('goes no deeper than the limit', () => {
    const audit = new GivenAudit().item('l1', 'process', null);
    for (let level = 2; level <= MAX_DEPTH; level++) audit.item(`l${level}`, 'process', `l${level - 1}`);
    expect(audit.when(create({ parent: item(`l${MAX_DEPTH - 1}`) }))).toHaveLength(1);
    expect(audit.when(create({ parent: item(`l${MAX_DEPTH}`) }))).toBe('depth_exceeded');
  });
});
