import type { UserId } from '@cotejo/access-contracts';
import { MOST_ENTRIES } from '@cotejo/record';
import { given } from '@cotejo/record/fixtures';
import { describe, expect, it } from 'vitest';
import { committeeRules } from './committee-rules.ts';

const claudia = '00000000-0000-4000-8000-0000000000c1' as UserId;
const decision = 'Ampliar el alcance';
const planned = { name: 'Comité de marzo', date: '2026-03-10', organizer: claudia, members: [claudia] };
const eve = '2026-03-09';
const day = '2026-03-10';

given(committeeRules, planned).table(
  ['decide', { decision }, eve, 'committee_not_held'],
  ['decide', { decision }, day, ['CommitteeDecided']],
  ['decide', { decision: ' ' }, day, 'malformed'],
  ['withdraw', { number: 1 }, day, 'decision_not_found'],
  ['close', {}, eve, 'committee_not_held'],
  ['close', {}, day, ['CommitteeClosed']],
  ['reopen', { reason: 'Falta un voto' }, day, 'cannot_from_here'],
  ['change', { hour: '14:30' }, eve, ['CommitteeChanged']],
  ['change', { hour: '25:00' }, eve, 'malformed'],
  ['change', { members: [claudia] }, eve, []],
  ['change', { members: [] }, eve, ['CommitteeChanged']],
  ['change', { members: [claudia, claudia] }, eve, 'malformed'],
  ['remove', {}, eve, ['CommitteeRemoved']],
);

given(committeeRules, planned, ['decide', { decision }]).table(
  ['withdraw', { number: 1 }, day, ['CommitteeDecisionWithdrawn']],
  ['withdraw', { number: 2 }, day, 'decision_not_found'],
);

given(committeeRules, planned, ['close']).table(
  ['decide', { decision }, day, 'committee_closed'],
  ['change', { name: 'Otro' }, day, 'committee_closed'],
  ['remove', {}, day, 'committee_closed'],
  ['reopen', { reason: 'Falta un voto' }, day, ['CommitteeReopened']],
  ['close', {}, day, 'cannot_from_here'],
);

describe('a committee', () => {
  it(`takes ${MOST_ENTRIES} decisions and no more`, () => {
    const all = Array.from({ length: MOST_ENTRIES }, () => ['decide', { decision }] as const);
    const state = given(committeeRules, planned, ...all).state();
    const when = { today: day, at: `${day}T15:00:00Z`, by: claudia, reach: 'all' } as const;
    expect(committeeRules.decide(state, 'decide', { decision }, when)).toEqual({ refusal: 'committee_full' });
  });

  it('begins planned and without decisions', () => {
    expect(given(committeeRules, planned).state()).toMatchObject({
      ...{ status: 'planned', decisions: [], hour: null, reopenReason: null },
    });
  });

  it('numbers its decisions, whose numbers stay when others are withdrawn', () => {
    const three = ['uno', 'dos', 'tres'].map((text) => ['decide', { decision: text }] as const);
    const state = given(committeeRules, planned, ...three, ['withdraw', { number: 2 }]).state();
    expect(state.decisions).toEqual([
      { number: 1, decision: 'uno', responsible: null, dueDate: null },
      { number: 3, decision: 'tres', responsible: null, dueDate: null },
    ]);
  });

  it('keeps why it was reopened, and can be decided on again', () => {
    const state = given(committeeRules, planned, ['close'], ['reopen', { reason: 'Falta un voto' }]);
    expect(state.state()).toMatchObject({ status: 'planned', reopenReason: 'Falta un voto' });
  });

  it('is of the year of its day', () => {
    expect(committeeRules.derive(given(committeeRules, planned).state(), { today: day })).toEqual({
      year: 2026,
    });
  });
});
