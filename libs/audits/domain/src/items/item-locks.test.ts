import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, type AuditErrorCode, type ItemId } from '@cotejo/audits-contracts';
import { lockOf, type ItemAction } from './item-locks.ts';
import { GivenAudit, givenPlan, item, user } from '../testing/given-audit.ts';

const ACTIONS: readonly ItemAction[] = [
  'rename',
  'recode',
  'move',
  'sort',
  'delete',
  'duplicate',
  'copy',
  'assign',
  'schedule',
  'describe',
  'fill',
];

const plan = givenPlan()
  .item('risk2', 'risk', 'proc')
  .item('lib', 'risk', 'proc', { origin: 'library' })
  .item('eval', 'risk', 'proc', { origin: 'evaluation' })
  .item('und', 'understanding', 'proc')
  .item('und2', 'understanding', 'phase')
  .item('und3', 'understanding', 'phase')
  .item('insp', 'inspection', 'proc')
  .item('mat', 'materiality', 'proc')
  .item('surv', 'survey', 'proc')
  .reference('ref', 'risk2', 'ctrl')
  .link('link', 'risk2', 'other')
  .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' });
const financial = new GivenAudit('financial_audit')
  .item('root', 'phase', null)
  .item('sub', 'process', 'root');

const D: AuditErrorCode = 'derived_item';
const N: AuditErrorCode = 'not_copyable';
const R: AuditErrorCode = 'rename_locked';
const C: AuditErrorCode = 'code_locked';

describe('what the nature of an item rules out', () => {
  it.each<[string, GivenAudit, ItemId, Partial<Record<ItemAction, AuditErrorCode>>]>([
    ['a group', plan, item('proc'), {}],
    ['a step', plan, item('step'), {}],
    ['an inspection', plan, item('insp'), {}],
    ['a risk', plan, item('risk'), {}],
    ['a risk of a library', plan, item('lib'), { rename: R, recode: C, describe: R }],
    ['a risk of an evaluation', plan, item('eval'), { recode: C }],
    ['a control', plan, item('ctrl'), { duplicate: N }],
    [
      'a reference',
      plan,
      item('ref'),
      { rename: D, recode: D, duplicate: N, assign: D, schedule: D, fill: D },
    ],
    ['a link', plan, item('link'), { assign: D, schedule: D, fill: D }],
    ['a finding', plan, item('find'), { duplicate: N, copy: N }],
    [
      'an action plan',
      plan,
      actionPlanIdOf(item('find')),
      { rename: D, move: D, sort: D, delete: D, duplicate: N, copy: N, schedule: D },
    ],
    ['a survey', plan, item('surv'), { duplicate: N, copy: N }],
    ['materiality', plan, item('mat'), { duplicate: N, copy: N }],
    ['an understanding', plan, item('und'), { sort: 'sort_locked' }],
    ['one of two understandings', plan, item('und2'), {}],
    [
      'a root group of a financial audit',
      financial,
      item('root'),
      { rename: D, move: D, sort: D, delete: D, duplicate: N, copy: N },
    ],
    ['another of its groups', financial, item('sub'), {}],
  ])('%s', (_, audit, id, expected) => {
    const node = audit.state.get(id);
    if (!node) throw new Error('no such item');
    const locks = ACTIONS.flatMap((action) => {
      const lock = lockOf(audit.state, node, action);
      return lock === null ? [] : [[action, lock]];
    });
    expect(Object.fromEntries(locks)).toEqual(expected);
  });

  it('of two understandings a deleted one does not count', () => {
    const audit = givenPlan()
      .item('und', 'understanding', 'proc')
      .item('und2', 'understanding', 'proc')
      .deleted('und2');
    const node = audit.state.get(item('und'));
    expect(node && lockOf(audit.state, node, 'sort')).toBe('sort_locked');
  });

  it.each<[string, ItemId, Record<string, unknown>]>([
    ['rename_locked', item('lib'), { kind: 'rename_item', name: 'x' }],
    ['code_locked', item('lib'), { kind: 'recode_item', code: 'x' }],
    ['code_locked', item('eval'), { kind: 'recode_item', code: null }],
    [
      'rename_locked',
      item('lib'),
      { kind: 'describe_risk', risk: { general: 'x', specific: [], factors: [], objectives: [] } },
    ],
    ['derived_item', item('ref'), { kind: 'rename_item', name: 'x' }],
    ['derived_item', item('ref'), { kind: 'recode_item', code: 'x' }],
    ['derived_item', item('ref'), { kind: 'assign_item', assignee: null }],
    ['derived_item', item('link'), { kind: 'schedule_item', startDate: null, endDate: '2026-01-01' }],
    ['no_status', item('ref'), { kind: 'change_status', from: 'new', to: 'in_progress' }],
  ])('refuses with %s: %s', (code, id, intent) => {
    expect(plan.when({ ...intent, kind: String(intent['kind']), id })).toBe(code);
  });

  it('a link may be renamed and deleted', () => {
    expect(plan.when({ kind: 'rename_item', id: item('link'), name: 'x' })).toHaveLength(1);
    expect(plan.when({ kind: 'delete_item', id: item('link') })).toHaveLength(1);
  });
});

describe('the findings of an ICCE audit', () => {
  const audit = new GivenAudit('icce')
    .item('phase', 'phase', null)
    .item('step', 'step', 'phase')
    .item('find', 'finding', 'step')
    .item('gone', 'finding', 'step')
    .deleted('gone');
  const find = item('find');

  it.each([
    { kind: 'rename_item', id: find, name: 'Otro' },
    { kind: 'recode_item', id: find, code: 'H-9' },
    { kind: 'delete_item', id: find },
    { kind: 'delete_item', id: item('step') },
    { kind: 'restore_item', id: item('gone') },
    { kind: 'schedule_item', id: find, startDate: '2026-01-01', endDate: null },
    { kind: 'change_status', id: find, from: 'new', to: 'not_discussed' },
    { kind: 'assign_item', id: find, assignee: user('junior') },
    { kind: 'choose_finding_treatment', id: find, treatment: 'none' },
  ])('are for whoever has that role: $kind', (intent) => {
    const answers = (['leader', 'manage', 'icce', 'admin'] as const).map((by) => audit.when(intent, { by }));
    expect(answers.slice(0, 2)).toEqual(['icce_role_required', 'icce_role_required']);
    // An auditor deletes own items; those of others are deleted by the administrator.
    const own = intent.kind === 'delete_item' ? answers.slice(3) : answers.slice(2);
    for (const answer of own) expect(answer).toHaveLength(1);
  });

  it('are left to the server where the team is not known', () => {
    const intent = { kind: 'rename_item', id: find, name: 'Otro' };
    const teamless = Object.assign(Object.create(audit.state), { team: null });
    const context = {
      now: '',
      actor: '',
      mode: 'optimistic',
      can: (key: string) => key !== 'plan.finding__icce',
    };
    expect(audit.model.decide(teamless, { intent, base: 0 }, context as never).ok).toBe(true);
  });
});
