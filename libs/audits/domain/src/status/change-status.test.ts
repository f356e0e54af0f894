import { describe, expect, it } from 'vitest';
import type { ItemStatus } from '@cotejo/audits-contracts';
import { givenPlan, item, user, type PersonLabel } from '../testing/given-audit.ts';

const change = (from: ItemStatus, to: ItemStatus, label = 'step') => ({
  kind: 'change_status',
  id: item(label),
  from,
  to,
});
const givenStep = (status: ItemStatus, by: PersonLabel = 'junior') => {
  const audit = givenPlan();
  return status === 'new' ? audit : audit.status('step', status, by);
};

describe('change_status', () => {
  it('goes from what the person saw to what they chose', () => {
    expect(givenPlan().when(change('new', 'in_progress'))).toEqual([
      { type: 'ItemStatusChanged', data: { id: item('step'), from: 'new', to: 'in_progress' } },
    ]);
  });

  it('refuses when it is not what the person saw, and says what it is', () => {
    expect(givenStep('completed').decide(change('in_progress', 'completed'))).toEqual({
      ok: false,
      rejection: { code: 'status_conflict', params: { expected: 'in_progress', actual: 'completed' } },
    });
  });

  it('shows nothing more when the base has it already', () => {
    const audit = givenStep('completed');
    expect(audit.when(change('in_progress', 'completed'), { mode: 'optimistic' })).toEqual([]);
    expect(audit.when(change('in_progress', 'review_note'), { mode: 'optimistic' })).toBe('status_conflict');
  });

  it('does nothing from a status to itself', () => {
    expect(givenStep('completed').when(change('completed', 'completed'))).toEqual([]);
  });

  it('refuses steps that the table does not have', () => {
    expect(givenPlan().when(change('new', 'completed'))).toBe('status_not_allowed');
    expect(givenPlan().when(change('new', 'assigned'))).toBe('status_not_allowed');
    expect(givenStep('in_progress').when(change('in_progress', 'evaluated'))).toBe('status_not_allowed');
  });

  it('refuses groups', () => {
    expect(givenPlan().when(change('new', 'in_progress', 'proc'))).toBe('no_status');
  });

  it.each<[PersonLabel, PersonLabel, string | number]>([
    ['junior', 'leader', 2],
    ['leader', 'leader', 'reviewer_is_preparer'],
    ['leader', 'manage', 2],
    ['junior', 'peer', 'forbidden'],
    ['junior', 'guest', 'forbidden'],
  ])('what %s completed, %s may review: %s', (preparer, reviewer, outcome) => {
    const answer = givenStep('completed', preparer).when(change('completed', 'reviewed'), { by: reviewer });
    expect(typeof answer === 'string' ? answer : answer.length).toBe(outcome);
  });

  it('who closes the last note does not become the preparer', () => {
    const audit = givenStep('completed', 'junior')
      .does(change('completed', 'review_note'), { by: 'leader' })
      .does(change('review_note', 'completed'), { by: 'leader' });
    expect(audit.when(change('completed', 'reviewed'), { by: 'leader' })).toHaveLength(2);
  });

  it('who completes after an edit is the preparer, whoever was before', () => {
    const audit = givenStep('completed', 'junior')
      .does({ kind: 'rename_item', id: item('step'), name: 'Otro' }, { by: 'leader' })
      .does(change('in_progress', 'completed'), { by: 'leader' });
    expect(audit.when(change('completed', 'reviewed'), { by: 'leader' })).toBe('reviewer_is_preparer');
  });

  describe('taken back', () => {
    const back = (from: ItemStatus, to: ItemStatus, label = 'step') => ({
      ...change(from, to, label),
      takeBack: true,
    });

    it('leads also where no other way does, step by step', () => {
      const audit = givenPlan()
        .does(change('new', 'in_progress'))
        .does(change('in_progress', 'completed'))
        .does(back('completed', 'in_progress'));
      expect(audit.when(change('in_progress', 'new'))).toBe('status_not_allowed');
      expect(audit.when(back('in_progress', 'new'))).toEqual([
        { type: 'ItemStatusChanged', data: { id: item('step'), from: 'in_progress', to: 'new' } },
      ]);
      audit.does(back('in_progress', 'new'));
      expect(audit.state.get(item('step'))?.cameFrom).toBeUndefined();
      expect(audit.when(back('new', 'in_progress'))).toHaveLength(1);
    });

    it('is judged alike in the browser', () => {
      const audit = givenPlan().does(change('new', 'in_progress'));
      expect(audit.when(back('in_progress', 'new'), { mode: 'optimistic' })).toHaveLength(1);
    });

    it('is only of whoever brought it there, and only to where it was', () => {
      const audit = givenPlan().does(change('new', 'in_progress'), { by: 'leader' });
      expect(audit.when(back('in_progress', 'new'), { by: 'manage' })).toBe('status_not_allowed');
      expect(audit.when(back('in_progress', 'assigned'))).toBe('status_not_allowed');
      audit
        .does(change('in_progress', 'completed'), { by: 'manage' })
        .does(change('completed', 'in_progress'), { by: 'manage' });
      expect(audit.when(back('in_progress', 'new'), { by: 'leader' })).toBe('status_not_allowed');
    });

    it('asks for the same right', () => {
      const audit = givenPlan().status('step', 'in_progress', 'junior');
      expect(audit.when(back('in_progress', 'new'), { by: 'guest' })).toBe('forbidden');
    });

    it('brings a beginning back only with the assignment that it had', () => {
      const audit = givenPlan()
        .does(change('new', 'in_progress'))
        .does({ kind: 'assign_item', id: item('step'), assignee: user('junior') });
      expect(audit.when(back('in_progress', 'new'))).toBe('status_not_allowed');
    });

    it.each(['step', 'find'])('a review leaves the work (%s) to whoever completed it', (label) => {
      const audit = givenPlan()
        .status(label, 'completed', 'manage')
        .status(label, 'reviewed', 'leader')
        .status(label, 'completed', 'leader');
      expect(audit.state.get(item(label))?.completedBy).toBe(user('manage'));
      const again = change('completed', 'reviewed', label);
      expect(audit.when(again, { by: 'manage' })).toBe('reviewer_is_preparer');
    });

    it('a note leaves a review to whoever reviewed: nobody signs it for them', () => {
      const noted = givenStep('completed', 'junior')
        .does(change('completed', 'reviewed'), { by: 'manage' })
        .does(change('reviewed', 'review_note'), { by: 'leader' });
      expect(noted.when(back('review_note', 'reviewed'), { by: 'leader' })).toBe('status_not_allowed');
    });

    it('signs nothing but one’s own review', () => {
      const reviewed = () => givenStep('completed', 'junior').does(change('completed', 'reviewed'));
      const noted = reviewed().does(change('reviewed', 'review_note'));
      expect(noted.when(back('review_note', 'reviewed'))).toMatchObject([
        { type: 'ItemStatusChanged' },
        { type: 'ItemSigned', data: { mark: 'reviewed' } },
      ]);
      const voided = reviewed().does(change('reviewed', 'in_progress'));
      expect(voided.when(back('in_progress', 'reviewed'))).toBe('status_not_allowed');
    });

    it('remembers no more than the longest way', () => {
      const audit = givenPlan();
      for (const status of ['assigned', 'accepted', 'approved', 'in_progress', 'implemented'] as const)
        audit.status('find', status, 'leader');
      expect(audit.state.get(item('find'))?.cameFrom?.statuses).toHaveLength(5);
      for (const status of ['new', 'assigned', 'accepted', 'approved', 'evaluated'] as const)
        audit.status('find', status, 'leader');
      expect(audit.state.get(item('find'))?.cameFrom?.statuses).toHaveLength(8);
    });
  });

  it('findings are reviewed by a manager', () => {
    const audit = givenPlan().status('find', 'completed', 'junior');
    expect(audit.when(change('completed', 'reviewed', 'find'), { by: 'leader' })).toBe('forbidden');
    expect(audit.when(change('completed', 'reviewed', 'find'), { by: 'manage' })).toHaveLength(2);
  });

  describe('a signature', () => {
    const renamed = { kind: 'rename_item', id: item('step'), name: 'Otro' };
    /** Completed by Junior, seen by the leader, then renamed by a peer and completed again. */
    const givenChangedSince = () => {
      const audit = givenStep('completed', 'junior');
      const seen = audit.version;
      audit.does(renamed, { by: 'peer' }).does(change('in_progress', 'completed'), { by: 'junior' });
      return { audit, seen };
    };

    it.each(['server', 'optimistic'] as const)(
      'is not put under what somebody changed and completed again meanwhile: %s',
      (mode) => {
        const { audit, seen } = givenChangedSince();
        expect(audit.decide(change('completed', 'reviewed'), { base: seen, mode })).toEqual({
          ok: false,
          rejection: { code: 'changed_since', params: { version: audit.version } },
        });
        const signed = mode === 'server' ? 2 : 1;
        expect(audit.when(change('completed', 'reviewed'), { base: audit.version, mode })).toHaveLength(
          signed,
        );
      },
    );

    it.each<[string, ItemStatus, ItemStatus, PersonLabel, string | number]>([
      ['completed, renamed by somebody else', 'in_progress', 'completed', 'peer', 'changed_since'],
      ['completed, renamed by oneself', 'in_progress', 'completed', 'leader', 2],
      ['begun, renamed by somebody else', 'new', 'in_progress', 'peer', 1],
    ])('is asked for the very item that was seen: %s', (_, from, to, by, outcome) => {
      const audit = givenStep(from);
      const seen = audit.version;
      audit.does(renamed, { by });
      const answer = audit.when(change(from, to), { base: seen });
      expect(typeof answer === 'string' ? answer : answer.length).toBe(outcome);
    });

    it.each([
      ['moved', { kind: 'move_item', id: item('step'), parent: item('phase') }],
      ['given to somebody', { kind: 'assign_item', id: item('step'), assignee: user('peer') }],
      ['given days', { kind: 'schedule_item', id: item('step'), startDate: '2026-02-01', endDate: null }],
    ])('nor of one that was %s', (_, intent) => {
      const audit = givenStep('completed', 'junior');
      const seen = audit.version;
      audit.does(intent, { by: 'manage' });
      expect(audit.when(change('completed', 'reviewed'), { base: seen })).toBe('changed_since');
    });

    it('does not ask about what stands beside or under it', () => {
      const audit = givenStep('completed', 'junior');
      const seen = audit.version;
      audit.does({ ...renamed, id: item('proc') }, { by: 'peer' });
      expect(audit.when(change('completed', 'reviewed'), { base: seen })).toHaveLength(2);
    });

    it('finds what somebody else did also before one’s own last change', () => {
      const audit = givenStep('in_progress', 'junior');
      const seen = audit.version;
      audit.does(renamed, { by: 'peer' }).does({ ...renamed, name: 'Mío' }, { by: 'leader' });
      expect(audit.when(change('in_progress', 'completed'), { base: seen })).toBe('changed_since');
    });

    it('is the same in a batch', () => {
      const { audit, seen } = givenChangedSince();
      const parts = [{ schema: 1, intent: change('completed', 'reviewed') }];
      expect(audit.when({ kind: 'batch', parts }, { base: seen })).toBe('changed_since');
    });
  });

  it('refuses the unknown and the deleted', () => {
    expect(givenPlan().when(change('new', 'in_progress', 'nobody'))).toBe('item_not_found');
    expect(givenPlan().deleted('step').when(change('new', 'in_progress'))).toBe('item_deleted');
  });
});
