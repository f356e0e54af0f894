import type { UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
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

const audit = '00000000-0000-4000-8000-0000000000a1' as AuditId;
const item = 'hallazgo-1' as ItemId;
const minutes = { subject: 'Acta anterior' };

given(committeeRules, planned).table(
  ['addTopic', minutes, eve, ['CommitteeTopicAdded']],
  ['addTopic', { item, audit }, eve, ['CommitteeTopicAdded']],
  ['addTopic', {}, eve, 'topic_incomplete'],
  ['addTopic', { item }, eve, 'topic_incomplete'],
  ['addTopic', { audit }, eve, 'topic_incomplete'],
  ['addTopic', { ...minutes, item, audit }, eve, 'topic_incomplete'],
  ['addTopic', { subject: 'x'.repeat(301) }, eve, 'malformed'],
  ['moveTopic', { number: 1, place: 1 }, eve, 'topic_not_found'],
  ['removeTopic', { number: 1 }, eve, 'topic_not_found'],
);

given(committeeRules, planned, ['addTopic', minutes], ['addTopic', { item, audit }]).table(
  ['addTopic', { subject: 'ACTA  anterior' }, eve, 'topic_there_already'],
  ['addTopic', { item, audit }, eve, 'topic_there_already'],
  ['addTopic', { item, audit: claudia as string as AuditId }, eve, ['CommitteeTopicAdded']],
  ['moveTopic', { number: 2, place: 1 }, eve, ['CommitteeTopicMoved']],
  ['moveTopic', { number: 3, place: 1 }, eve, 'topic_not_found'],
  ['moveTopic', { number: 2, place: 0 }, eve, 'malformed'],
  ['removeTopic', { number: 2 }, day, ['CommitteeTopicRemoved']],
  ['removeTopic', { number: 3 }, day, 'topic_not_found'],
);

given(committeeRules, planned, ['addTopic', minutes], ['close']).table(
  ['addTopic', { item, audit }, day, 'committee_closed'],
  ['moveTopic', { number: 1, place: 1 }, day, 'committee_closed'],
  ['removeTopic', { number: 1 }, day, 'committee_closed'],
);

describe('the agenda', () => {
  const topics = (count: number) =>
    Array.from({ length: count }, (_, at) => ['addTopic', { subject: `Punto ${at + 1}` }] as const);
  const numbers = (...more: Parameters<typeof given>[2][]) =>
    given(committeeRules, planned, ...topics(3), ...(more as never[]))
      .state()
      .agenda.map(({ number }) => number);

  it.each([
    ['to the front', 3, 1, [3, 1, 2]],
    ['down by one', 1, 2, [2, 1, 3]],
    ['to the end', 1, 3, [2, 3, 1]],
    ['beyond the end', 1, 200, [2, 3, 1]],
    ['to its own place', 2, 2, [1, 2, 3]],
  ])('moves a topic %s', (_, number, place, order) => {
    expect(numbers(['moveTopic', { number, place }])).toEqual(order);
  });

  it('gives a number once, also after the last topic was removed', () => {
    expect(numbers(['removeTopic', { number: 3 }], ['addTopic', minutes])).toEqual([1, 2, 4]);
  });

  it(`takes ${MOST_ENTRIES} topics and no more`, () => {
    const state = given(committeeRules, planned, ...topics(MOST_ENTRIES)).state();
    const when = { today: day, at: `${day}T15:00:00Z`, by: claudia, reach: 'all' } as const;
    expect(committeeRules.decide(state, 'addTopic', minutes, when)).toEqual({ refusal: 'agenda_full' });
  });
});

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

  it('gives a number once, also after the last decision was withdrawn', () => {
    const steps = [
      ['decide', { decision: 'uno' }],
      ['decide', { decision: 'dos' }],
      ['withdraw', { number: 2 }],
      ['decide', { decision: 'tres' }],
    ] as const;
    const state = given(committeeRules, planned, ...steps).state();
    expect(state.decisions.map(({ number }) => number)).toEqual([1, 3]);
    expect(state.recorded).toBe(3);
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
