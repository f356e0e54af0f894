import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, type ItemStatus } from '@cotejo/audits-contracts';
import { givenPlan, item, user } from '../testing/given-audit.ts';

const assign = (label: string, to: string | null) => ({
  kind: 'assign_item',
  id: item(label),
  assignee: to === null ? null : user(to),
});
const plan = actionPlanIdOf(item('find'));
const assignPlan = (to: string) => ({ kind: 'assign_item', id: plan, assignee: user(to) });
const givenActionPlan = (finding: ItemStatus) =>
  givenPlan()
    .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
    .status('find', finding);

describe('assign_item', () => {
  it('makes a new item assigned, and a freed one new again', () => {
    const audit = givenPlan();
    expect(audit.when(assign('step', 'junior'))).toEqual([
      { type: 'TreeItemAssigned', data: { id: item('step'), assignee: user('junior'), from: null } },
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'new', to: 'assigned' } },
    ]);
    expect(audit.does(assign('step', 'junior')).when(assign('step', null))).toMatchObject([
      { data: { assignee: null, from: user('junior') } },
      { data: { from: 'assigned', to: 'new' } },
    ]);
  });

  it('leaves the status of work under way, of findings and of groups alone', () => {
    expect(givenPlan().status('step', 'in_progress').when(assign('step', 'junior'))).toHaveLength(1);
    expect(givenPlan().status('step', 'reviewed').when(assign('step', 'junior'))).toHaveLength(1);
    expect(givenPlan().when(assign('find', 'junior'))).toHaveLength(1);
    expect(givenPlan().when(assign('proc', 'junior'))).toHaveLength(1);
  });

  it('does nothing when it is theirs already', () => {
    expect(givenPlan().does(assign('step', 'junior')).when(assign('step', 'junior'))).toEqual([]);
  });

  it('takes work to members of the team only, and to none of its guests', () => {
    expect(givenPlan().when(assign('step', 'guest'))).toBe('assignee_not_in_team');
    expect(givenPlan().when(assign('step', 'owner'))).toBe('assignee_not_in_team');
    expect(givenPlan().when(assign('step', 'outsid'))).toBe('assignee_not_in_team');
  });

  it('takes an action plan to the audited, once its finding was discussed', () => {
    expect(givenActionPlan('not_discussed').when(assignPlan('owner'))).toBe('finding_not_discussed');
    expect(givenActionPlan('completed').when(assignPlan('owner'))).toMatchObject([
      { type: 'TreeItemAssigned' },
      { type: 'ItemStatusChanged', data: { id: plan, from: 'new', to: 'assigned' } },
    ]);
    expect(givenActionPlan('reviewed').when(assignPlan('owner'))).toHaveLength(2);
  });

  it('takes an action plan to nobody outside the account, where its people are known', () => {
    const audit = givenActionPlan('completed');
    expect(audit.when(assignPlan('nobody'), { isPerson: () => false })).toBe('assignee_not_in_team');
    expect(audit.when(assignPlan('owner'), { isPerson: () => true })).toHaveLength(2);
  });

  it('refuses guests, the unknown and the deleted', () => {
    expect(givenPlan().when(assign('step', 'junior'), { by: 'guest' })).toBe('forbidden');
    expect(givenPlan().when(assign('nobody', 'junior'))).toBe('item_not_found');
    expect(givenPlan().deleted('step').when(assign('step', 'junior'))).toBe('item_deleted');
  });
});
