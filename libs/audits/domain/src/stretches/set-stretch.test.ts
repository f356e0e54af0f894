import {
  MAX_STRETCHES,
  type AuditStatus,
  type IntentEnvelope,
  type RecordType,
} from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { progressOf } from '../status/progress.ts';
import {
  GivenAudit,
  givenPlan,
  item,
  stretch,
  user,
  type Ask,
  type PersonLabel,
} from '../testing/given-audit.ts';
import { stretchesOf } from './stretches-of.ts';

type Fields = Readonly<Record<string, unknown>>;
type Intent = IntentEnvelope['intent'];

const set = (kind: 'set_sprint' | 'set_visit', label: string, fields: Fields): Intent => ({
  kind,
  stretch: stretch(label),
  ...fields,
});
const sprint = (label: string, fields: Fields) => set('set_sprint', label, fields);
const visit = (label: string, fields: Fields) => set('set_visit', label, fields);
const outcome = (audit: GivenAudit, intent: Intent, ask: Ask = {}) => {
  const decided = audit.when(intent, ask);
  return typeof decided === 'string' ? decided : decided.map(({ type }) => type).join(' ');
};

const given = () =>
  givenPlan().sprint('s').visit('v').visit('own', {}, 'junior').sprint('gone', { isRemoved: true });

/** What each role may do: `any` = of everybody's, `own` = of their own alone. */
const ROLES: readonly (readonly [PersonLabel, add: boolean, edit: 'any' | 'own' | 'none'])[] = [
  ['admin', true, 'any'],
  ['manage', true, 'any'],
  ['leader', true, 'any'],
  ['junior', true, 'own'],
  ['guest', false, 'none'],
  ['outsid', false, 'none'],
  ['owner', false, 'none'],
];
const STATUSES: readonly (readonly [AuditStatus, string | null])[] = [
  ['not_started', null],
  ['in_progress', null],
  ['postponed', null],
  ['completed', null],
  ['closed', 'audit_closed'],
  ['cancelled', 'audit_cancelled'],
];

describe.each(STATUSES)('in an audit that is %s', (status, refusal) => {
  it.each(ROLES)('%s adds and changes as they may', (by, adds, edits) => {
    const audit = given().audit(status);
    const so = (isAllowed: boolean, type: string) => refusal ?? (isAllowed ? type : 'forbidden');
    const told = (intent: Intent) => outcome(audit, intent, { by });
    expect(told(sprint('new', { name: 'Campo' }))).toBe(so(adds, 'SprintSet'));
    expect(told(visit('new', { name: 'Campo' }))).toBe(so(adds, 'VisitSet'));
    expect(told(sprint('s', { name: 'Otro' }))).toBe(so(edits === 'any', 'SprintSet'));
    expect(told(visit('v', { name: 'Otra' }))).toBe(so(edits === 'any', 'VisitSet'));
    expect(told(visit('v', { isRemoved: true }))).toBe(so(edits === 'any', 'VisitSet'));
    expect(told(sprint('gone', { isRemoved: false }))).toBe(so(edits === 'any', 'SprintSet'));
    if (by === 'junior') expect(told(visit('own', { name: 'Otra' }))).toBe(so(true, 'VisitSet'));
  });
});

describe('set_sprint and set_visit', () => {
  it.each<[string, Intent, string]>([
    ['a new one needs a name', sprint('new', { objective: 'Recorrer' }), 'stretch_not_found'],
    ['blank is no name', visit('new', { name: ' ' }), 'invalid_intent'],
    ['a sprint is no visit', visit('s', { name: 'Otra' }), 'stretch_not_found'],
    ['a visit is no sprint', sprint('v', { name: 'Otro' }), 'stretch_not_found'],
    [
      'the end is not before the start',
      sprint('s', { startDate: '2026-03-02', endDate: '2026-03-01' }),
      'dates_reversed',
    ],
    ['one day is enough', visit('v', { startDate: '2026-03-02', endDate: '2026-03-02' }), 'VisitSet'],
    ['members are of the team', visit('v', { members: [user('peer'), user('junior')] }), 'VisitSet'],
    ['not guests', visit('v', { members: [user('guest')] }), 'assignee_not_in_team'],
    ['not strangers', visit('v', { members: [user('outsid')] }), 'assignee_not_in_team'],
    ['a sprint has no members', sprint('s', { members: [] }), 'invalid_intent'],
    ['a visit has no flag', visit('v', { countsForProgress: false }), 'invalid_intent'],
    ['what is so already changes nothing', sprint('s', { name: 's', countsForProgress: true }), ''],
  ])('%s', (_, intent, expected) => {
    expect(outcome(given(), intent)).toBe(expected);
  });

  it('changes what is given and says what was before', () => {
    const audit = given();
    const before = { name: 's', startDate: null, endDate: null, position: 1, isRemoved: false };
    const more = { objective: null, scope: null, countsForProgress: true };
    expect(audit.when(sprint('s', { countsForProgress: false }))).toEqual([
      {
        type: 'SprintSet',
        data: {
          ...{ stretch: stretch('s'), createdBy: user('manage'), ...before, ...more },
          ...{ countsForProgress: false, from: { ...before, ...more } },
        },
      },
    ]);
  });

  it('puts a new one after the others of its kind, and lists them by position without removed ones', () => {
    const audit = given()
      .does(visit('third', { name: 'Tercera' }))
      .does(visit('first', { name: 'Uno', position: 1 }));
    expect(stretchesOf(audit.state, 'visit').map(({ name, position }) => [name, position])).toEqual([
      ['Uno', 1],
      ['v', 2],
      ['own', 3],
      ['Tercera', 4],
    ]);
    expect(stretchesOf(audit.state, 'sprint').map(({ name }) => name)).toEqual(['s']);
  });

  it('keeps a member who left the team, and takes no new one of them', () => {
    const audit = given()
      .does(visit('v', { members: [user('junior')] }))
      .happened('TeamMemberChanged', {
        ...{ user: user('junior'), role: 'auditor', isActive: false, budgetedMinutes: 0, budgetedCost: 0 },
        ...{ startDate: null, endDate: null, from: {} },
      });
    expect(outcome(audit, visit('v', { name: 'Otra' }))).toBe('VisitSet');
    expect(outcome(audit, visit('own', { members: [user('junior')] }))).toBe('assignee_not_in_team');
  });

  it('has a most, and none in what is no audit', () => {
    const audit = new GivenAudit();
    for (let at = 0; at < MAX_STRETCHES; at++) audit.visit(`v${at}`);
    expect(outcome(audit, visit('more', { name: 'Otra' }))).toBe('too_many_stretches');
    expect(outcome(audit, visit('v0', { name: 'Otra' }))).toBe('VisitSet');
    for (const type of [
      'risk_library',
      'risk_evaluation',
      'template',
    ] as const satisfies readonly RecordType[])
      expect(outcome(new GivenAudit(type), visit('v', { name: 'x' }), { by: 'admin' })).toBe(
        'stretch_not_found',
      );
  });

  it('is judged in a browser as on the server', () => {
    expect(outcome(given(), visit('new', { name: 'Campo' }), { mode: 'optimistic' })).toBe('VisitSet');
  });
});

describe('progress', () => {
  const allot = (label: string, of: string): Intent => ({
    ...{ kind: 'allot_item', id: item(label) },
    ...{ stretch: stretch(of), isIn: true },
  });
  /** Four counted items, of which one is reviewed: 25 %. */
  const work = () =>
    givenPlan().status('step', 'reviewed').sprint('in').sprint('out', { countsForProgress: false });
  it.each<[string, (audit: GivenAudit) => GivenAudit, number]>([
    ['in no sprint', (audit) => audit, 25],
    ['in one that counts', (audit) => audit.does(allot('step', 'in')), 25],
    ['in one that does not', (audit) => audit.does(allot('step', 'out')), 0],
    ['unfinished work in one that does not', (audit) => audit.does(allot('risk', 'out')), 33.3],
    ['in both', (audit) => audit.does(allot('step', 'out')).does(allot('step', 'in')), 25],
    [
      'in one that was removed',
      (audit) => audit.does(allot('step', 'out')).does(sprint('out', { isRemoved: true })),
      25,
    ],
    [
      'in one that counts again',
      (audit) => audit.does(allot('step', 'out')).does(sprint('out', { countsForProgress: true })),
      25,
    ],
    ['in a visit', (audit) => audit.visit('v').does(allot('step', 'v')), 25],
  ])('of items %s', (_, change, expected) => {
    expect(progressOf(change(work()).state, null)).toBe(expected);
  });
});
