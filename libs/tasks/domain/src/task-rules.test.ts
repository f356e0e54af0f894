import type { UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { given } from '@cotejo/record/fixtures';
import { describe, expect, it } from 'vitest';
import { taskRules } from './task-rules.ts';

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const claudia = id('c1');
const laura = id('1a') as UserId;
const another = id('0f');
const audit = id('a1') as AuditId;
const item = id('b2') as ItemId;
const own = (by: string) => ({ by, reach: 'own' }) as const;
const byClaudia = own(claudia);
const byLaura = own(laura);

const asked = { title: 'Pedir las actas', responsible: laura, dueDate: '2026-03-10' };

given(taskRules, asked).table(
  ['start', {}, byLaura, ['TaskStarted']],
  ['start', {}, own(another), 'not_yours'],
  ['complete', {}, byLaura, ['TaskCompleted']],
  ['review', {}, {}, 'cannot_from_here'],
  ['reject', { reason: 'Falta marzo' }, {}, 'cannot_from_here'],
  ['change', { title: 'Pedir actas y anexos' }, {}, ['TaskChanged']],
  ['change', { title: 'Pedir las actas' }, {}, []],
  ['change', { title: 'Otra cosa' }, byLaura, 'not_yours'],
  ['change', { item }, {}, 'task_item_alone'],
  ['change', { item, audit }, {}, ['TaskChanged']],
  ['change', { title: '   ' }, {}, 'malformed'],
  ['remove', {}, byLaura, 'not_yours'],
  ['remove', {}, {}, ['TaskRemoved']],
  ['restore', {}, {}, 'not_in_trash'],
);

given(taskRules, asked, ['complete']).table(
  ['review', {}, { by: claudia, reach: 'all' }, ['TaskReviewed']],
  ['review', {}, { by: laura, reach: 'all' }, 'task_own_work'],
  ['review', {}, byLaura, 'not_yours'],
  ['reject', { reason: 'Falta marzo' }, {}, ['TaskRejected']],
  ['reject', { reason: ' ' }, {}, 'malformed'],
  ['complete', {}, byLaura, 'cannot_from_here'],
);

given(taskRules, asked, ['complete'], ['reject', { reason: 'Falta marzo' }]).table(
  ['start', {}, byLaura, ['TaskStarted']],
  ['complete', {}, byLaura, ['TaskCompleted']],
  ['review', {}, {}, 'cannot_from_here'],
);

given(taskRules, asked, ['complete'], ['review']).table(
  ['change', { title: 'Otra' }, {}, 'task_reviewed'],
  ['reject', { reason: 'Tarde' }, {}, 'cannot_from_here'],
  ['remove', {}, {}, ['TaskRemoved']],
);

given(taskRules, asked, ['remove']).everyActBut('restore').is('in_trash');
given(taskRules, asked, ['remove', {}, '2026-03-10']).table(
  ['restore', {}, '2026-04-08', ['TaskRestored']],
  ['restore', {}, '2026-04-09', 'not_found'],
);

describe('a task', () => {
  it('begins pending, with nothing said of priority or rejection', () => {
    expect(given(taskRules, asked).state()).toMatchObject({
      ...{ status: 'pending', priority: null, description: null, rejectionReason: null },
    });
  });

  it('cannot be about an item without its audit', () => {
    const when = { today: '2026-03-10', at: '2026-03-10T15:00:00Z', ...byClaudia };
    expect(taskRules.decide(null, 'create', { ...asked, item }, when)).toEqual({
      refusal: 'task_item_alone',
    });
  });

  it('keeps why it was rejected until it is completed again', () => {
    const rejected = given(taskRules, asked, ['complete'], ['reject', { reason: 'Falta marzo' }]);
    expect(rejected.state()).toMatchObject({ status: 'rejected', rejectionReason: 'Falta marzo' });
    const again = given(
      taskRules,
      asked,
      ['complete'],
      ['reject', { reason: 'Falta marzo' }],
      ['start'],
      ['complete'],
    );
    expect(again.state()).toMatchObject({ status: 'completed', rejectionReason: null });
  });

  it.each([
    ['2026-06-07', false, 'the 89th day past due'],
    ['2026-06-08', true, 'the 90th day past due'],
    ['2025-11-01', false, 'long before it is due'],
  ])('on %s is old: %s (%s)', (today, old) => {
    expect(taskRules.derive(given(taskRules, asked).state(), { today })).toEqual({ old });
  });

  it('is old without a due date, or once it is reviewed, at no time', () => {
    const endless = given(taskRules, { title: 'Sin fecha', responsible: laura }).state();
    const done = given(taskRules, asked, ['complete'], ['review']).state();
    for (const state of [endless, done])
      expect(taskRules.derive(state, { today: '2030-01-01' }).old).toBe(false);
  });
});
