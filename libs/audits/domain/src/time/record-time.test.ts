import type { IntentEnvelope } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenAudit, givenPlan, item, user, type Ask } from '../testing/given-audit.ts';

type Fields = Readonly<Record<string, unknown>>;

const recordOf = (number: number) => `00000006-0000-4000-8000-00000000000${number}`;
const TIME = { item: item('step'), day: '2026-03-02', minutes: 90, isProductive: true, note: null };
const record = (label: string, fields: Fields = {}, number = 1): IntentEnvelope['intent'] => ({
  ...{ kind: 'record_time', record: recordOf(number), user: user(label), ...TIME, ...fields },
});
const change = (fields: Fields): IntentEnvelope['intent'] => ({
  ...{ kind: 'change_time_record', record: recordOf(1), ...fields },
});
const REMOVE = { kind: 'remove_time_record', record: recordOf(1) };
const told = (audit: GivenAudit, intent: IntentEnvelope['intent'], ask: Ask = {}) => {
  const decided = audit.when(intent, ask);
  return typeof decided === 'string' ? decided : decided.map(({ type }) => type).join(' ');
};
const RECORDED = 'TimeRecorded';
const CHANGED = 'TimeRecordChanged';
const REMOVED = 'TimeRecordRemoved';
/** A record of 90 minutes of the junior. */
const given = () => givenPlan().does(record('junior'), { by: 'junior' });

describe('record_time', () => {
  it.each<[string, string, Fields, Ask, string]>([
    ['records the own time', 'junior', {}, { by: 'junior' }, RECORDED],
    ['on a group too', 'junior', { item: item('phase') }, { by: 'junior' }, RECORDED],
    [
      'unproductive, with a note',
      'junior',
      { isProductive: false, note: 'Comité' },
      { by: 'junior' },
      RECORDED,
    ],
    ['of another member by the leader', 'junior', {}, { by: 'leader' }, RECORDED],
    ['of another member by the manager', 'leader', {}, { by: 'manage' }, RECORDED],
    ['not of another member by an auditor', 'peer', {}, { by: 'junior' }, 'forbidden'],
    ['not by a guest', 'guest', {}, { by: 'guest' }, 'forbidden'],
    ['not of a guest', 'guest', {}, { by: 'leader' }, 'not_in_team'],
    ['not of somebody outside the team', 'outsid', {}, { by: 'leader' }, 'not_in_team'],
    ['not by somebody outside the team', 'outsid', {}, { by: 'outsid' }, 'forbidden'],
    ['not before it was worked', 'junior', { day: '2026-03-03' }, { by: 'junior' }, 'time_in_future'],
    ['not without time', 'junior', { minutes: 0 }, { by: 'junior' }, 'invalid_intent'],
    ['not in fractions of a minute', 'junior', { minutes: 0.5 }, { by: 'junior' }, 'invalid_intent'],
    ['not beyond a day', 'junior', { minutes: 1_441 }, { by: 'junior' }, 'invalid_intent'],
    ['not on what does not exist', 'junior', { item: item('no') }, { by: 'junior' }, 'item_not_found'],
  ])('%s', (_, label, fields, ask, expected) => {
    expect(told(givenPlan(), record(label, fields), ask)).toBe(expected);
  });

  it('takes the day of Bogotá, not of UTC', () => {
    const late = { by: 'junior', now: '2026-03-03T03:00:00.000Z' } as const;
    expect(told(givenPlan(), record('junior', { day: '2026-03-03' }), late)).toBe('time_in_future');
    expect(told(givenPlan(), record('junior', { day: '2026-03-02' }), late)).toBe(RECORDED);
  });

  it('fits the records of a person and day into 24 hours', () => {
    const more = (minutes: number, day = TIME.day, label = 'junior') =>
      told(given(), record(label, { minutes, day }, 2));
    expect(more(1_350)).toBe(RECORDED);
    expect(more(1_351)).toBe('day_overfilled');
    expect(more(1_440, '2026-03-01')).toBe(RECORDED);
    expect(more(1_440, TIME.day, 'peer')).toBe(RECORDED);
  });

  it('is of items that stand in the plan, where the original is', () => {
    const audit = givenPlan()
      .item('other', 'risk', 'proc')
      .reference('ref', 'other', 'ctrl')
      .link('link', 'other', 'ctrl')
      .deleted('risk');
    const on = (label: string) => told(audit, record('junior', { item: item(label) }), { by: 'junior' });
    expect([on('ref'), on('link'), on('ctrl')]).toEqual(['no_time_here', 'no_time_here', 'item_deleted']);
    const evaluation = new GivenAudit('risk_evaluation').item('unit', 'business_unit', null);
    expect(told(evaluation, record('leader', { item: item('unit') }))).toBe('no_time_here');
  });

  it('happens once under its id', () => {
    expect(told(given(), record('junior'), { by: 'junior' })).toBe('duplicate_id');
  });

  it('begins an audit that was not started', () => {
    const audit = givenPlan().audit('not_started').does(record('junior'), { by: 'junior' });
    expect(audit.state.status).toBe('in_progress');
    expect(audit.events.at(-1)?.data).toMatchObject({ from: 'not_started', because: 'began' });
  });
});

describe('change_time_record and remove_time_record', () => {
  it.each<[string, IntentEnvelope['intent'], Ask, string]>([
    ['the own one is corrected', change({ minutes: 60 }), { by: 'junior' }, CHANGED],
    ['and removed', REMOVE, { by: 'junior' }, REMOVED],
    ['that of the team by its leader', change({ note: 'Corregido' }), { by: 'leader' }, CHANGED],
    ['who removes it too', REMOVE, { by: 'leader' }, REMOVED],
    ['not that of another auditor', change({ minutes: 60 }), { by: 'peer' }, 'forbidden'],
    ['which stays', REMOVE, { by: 'peer' }, 'forbidden'],
    ['nothing changed is nothing', change({ minutes: 90 }), { by: 'junior' }, ''],
    ['not into the future', change({ day: '2026-03-03' }), { by: 'junior' }, 'time_in_future'],
    ['not onto what is gone', change({ item: item('no') }), { by: 'junior' }, 'item_not_found'],
    ['one that never was', { ...REMOVE, record: recordOf(9) }, { by: 'junior' }, 'time_record_not_found'],
  ])('%s', (_, intent, ask, expected) => {
    expect(told(given(), intent, ask)).toBe(expected);
  });

  it('says what it was before, and leaves the day its 24 hours', () => {
    const audit = given().does(record('junior', { minutes: 1_300 }, 2), { by: 'junior' });
    expect(audit.when(change({ minutes: 141 }), { by: 'junior' })).toBe('day_overfilled');
    const { user: _, ...from } = { ...TIME, user: null };
    expect(audit.when(change({ minutes: 140 }), { by: 'junior' })).toEqual([
      { type: CHANGED, data: { record: recordOf(1), user: user('junior'), ...TIME, minutes: 140, from } },
    ]);
  });

  it('stays possible for the leader after the person left, and after the item went to the trash', () => {
    const audit = given()
      .does({ kind: 'set_member', user: user('junior'), isActive: false })
      .deleted('step');
    expect(told(audit, change({ minutes: 60 }))).toBe(CHANGED);
    expect(told(audit, change({ minutes: 60 }), { by: 'junior' })).toBe('forbidden');
  });

  it('ends with the audit', () => {
    for (const [status, code] of [
      ['closed', 'audit_closed'],
      ['cancelled', 'audit_cancelled'],
    ] as const) {
      const audit = given().audit(status);
      const intents = [record('junior', {}, 2), change({ minutes: 60 }), REMOVE];
      for (const intent of intents) expect(told(audit, intent, { by: 'admin' })).toBe(code);
    }
  });

  it('keeps its state through a snapshot', () => {
    const { state } = given();
    expect([...state.timeRecords]).toEqual([[recordOf(1), { user: user('junior'), ...TIME }]]);
    expect(given().does(REMOVE, { by: 'junior' }).state.timeRecords.size).toBe(0);
  });
});
