import { describe, expect, it } from 'vitest';
import { itemStatus, itemType, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import {
  allowedStatuses,
  initialStatus,
  statusAfterAssignment,
  statusAfterEdit,
  statusesAfter,
  statusFamily,
  stepTowards,
} from './statuses.ts';
import { contextOf, givenPlan, item, user, type PersonLabel } from '../testing/given-audit.ts';
import type { TreeNode } from '../model/model.ts';

function node(type: ItemType, status: ItemStatus | null, over: Partial<TreeNode> = {}): TreeNode {
  const base = givenPlan().state.get(item('step'));
  if (!base) throw new Error('the plan has a step');
  return { ...base, type, status, ...over };
}

describe('status families', () => {
  it.each(itemType.options)('%s', (type) => {
    const group = ['phase', 'business_unit', 'macroprocess', 'process', 'activity'];
    const none = [...group, 'materiality_activity', 'lead_schedule', 'survey', 'reference', 'link'];
    const own = ['finding', 'action_plan', 'evaluation'];
    const expected = none.includes(type) ? null : own.includes(type) ? type : 'work_item';
    expect(statusFamily(type)).toBe(expected);
    expect(initialStatus(type, false)).toBe(expected === null ? null : 'new');
  });
});

/** Domain rules, sections 4 and 6: statuses that a user may choose next. */
const TABLE: Readonly<Record<string, Readonly<Partial<Record<ItemStatus, string>>>>> = {
  step: {
    new: 'in_progress',
    assigned: 'in_progress',
    in_progress: 'completed',
    completed: 'reviewed review_note in_progress',
    reviewed: 'review_note in_progress',
    review_note: 'completed in_progress',
  },
  finding: {
    new: 'not_discussed',
    not_discussed: 'completed',
    completed: 'reviewed not_discussed',
    reviewed: 'not_discussed',
  },
  action_plan: {
    assigned: 'accepted not_accepted',
    not_accepted: 'assigned',
    accepted: 'approved',
    approved: 'in_progress',
    in_progress: 'implemented',
    implemented: 'following_up evaluated in_progress',
    following_up: 'evaluated in_progress',
  },
  evaluation: {
    new: 'in_progress',
    assigned: 'in_progress',
    in_progress: 'completed',
    completed: 'reviewed in_progress',
    reviewed: 'in_progress',
  },
  process: {},
};

describe.each(Object.entries(TABLE))('a %s', (type, table) => {
  it.each(itemStatus.options)('that is %s', (status) => {
    const expected = (table[status] ?? '').split(' ').filter(Boolean);
    expect(statusesAfter(node(type as ItemType, status))).toEqual(expected);
  });
});

describe('an action plan that is not to be evaluated', () => {
  it('ends when it is implemented', () => {
    expect(statusesAfter(node('action_plan', 'implemented', { treatment: 'none' }))).toEqual(['in_progress']);
  });
});

describe('the statuses in a menu', () => {
  const menu = (by: PersonLabel, item: TreeNode) =>
    allowedStatuses(item, { ...contextOf(givenPlan().state, by), actor: user(by) });

  it.each<[PersonLabel, string]>([
    ['manage', 'reviewed in_progress'],
    ['leader', 'reviewed in_progress'],
    ['junior', 'in_progress'],
    ['guest', ''],
    ['outsid', ''],
  ])('of %s for completed work', (by, expected) => {
    expect(menu(by, node('step', 'completed', { completedBy: user('peer') })).join(' ')).toBe(expected);
  });

  it('do not offer review to whoever completed it', () => {
    expect(menu('leader', node('step', 'completed', { completedBy: user('leader') }))).not.toContain(
      'reviewed',
    );
  });

  it.each<[ItemType, ItemStatus]>([
    ['finding', 'not_discussed'],
    ['evaluation', 'in_progress'],
  ])('offer the review of a %s to managers', (type, back) => {
    expect(menu('leader', node(type, 'completed'))).toEqual([back]);
    expect(menu('manage', node(type, 'completed'))).toEqual(['reviewed', back]);
  });
});

describe('what follows by itself', () => {
  it.each<[ItemType, ItemStatus, boolean, ItemStatus | null]>([
    ['step', 'new', true, 'assigned'],
    ['step', 'assigned', false, 'new'],
    ['step', 'assigned', true, null],
    ['step', 'in_progress', true, null],
    ['step', 'in_progress', false, null],
    ['action_plan', 'new', true, 'assigned'],
    ['finding', 'new', true, null],
  ])('%s %s, assigned: %s → %s', (type, status, assigned, then) => {
    expect(statusAfterAssignment(node(type, status), assigned)).toBe(then);
  });

  it.each<[ItemType, ItemStatus, ItemStatus | null]>([
    ['step', 'in_progress', null],
    ['step', 'completed', 'in_progress'],
    ['step', 'review_note', 'in_progress'],
    ['finding', 'completed', 'not_discussed'],
    ['finding', 'not_discussed', null],
    ['evaluation', 'reviewed', 'in_progress'],
    ['action_plan', 'approved', null],
  ])('%s %s, edited → %s', (type, status, then) => {
    expect(statusAfterEdit(node(type, status))).toBe(then);
  });
});

describe('what comes first on the way to a status', () => {
  it.each<[ItemType, ItemStatus, ItemStatus, ItemStatus | null]>([
    ['step', 'assigned', 'completed', 'in_progress'],
    ['step', 'new', 'reviewed', 'in_progress'],
    ['step', 'in_progress', 'reviewed', 'completed'],
    ['step', 'reviewed', 'completed', 'in_progress'],
    ['finding', 'new', 'completed', 'not_discussed'],
    ['action_plan', 'new', 'approved', 'assigned'],
    ['action_plan', 'assigned', 'implemented', 'accepted'],
    ['evaluation', 'new', 'completed', 'in_progress'],
    ['step', 'completed', 'approved', null],
    ['process', 'new', 'completed', null],
  ])('of a %s that is %s, to be %s: %s', (type, from, to, first) => {
    expect(stepTowards(node(type, from), to)).toBe(first);
  });
});
