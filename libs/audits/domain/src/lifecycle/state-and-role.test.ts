import type { Principal, UserId } from '@cotejo/access-contracts';
import { DEFAULT_RATING_SCALE, type IntentEnvelope } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenAudit, PEOPLE, principal, user, type PersonLabel } from '../testing/given-audit.ts';

const CLOSED_ON = '2026-03-02';
const scale = DEFAULT_RATING_SCALE;

/** Rated and concluded by the leader, so that the conclusion may be signed. */
const concluded = () =>
  new GivenAudit()
    .does({ kind: 'rate_audit', rating: 'deficient', scale })
    .does({ kind: 'conclude_audit', text: 'Faltan controles.' });
const deleted = () => concluded().happened('AuditDeleted', {});

const STATES = {
  'not started': () => concluded().audit('not_started'),
  'in progress': concluded,
  culminated: () => concluded().audit('completed'),
  postponed: () => concluded().audit('postponed'),
  'culminated and closed': () => concluded().audit('completed', CLOSED_ON),
  closed: () => concluded().audit('closed', CLOSED_ON),
  cancelled: () => concluded().audit('cancelled'),
  deleted,
  purged: () => deleted().happened('AuditPurged', {}),
} as const;
type State = keyof typeof STATES;

/** Outcome in a state: for users with the right, and for all others. */
type Answers = readonly [withRight: string, others: string];
type Rows = Readonly<Record<State, Answers>>;

const DONE = 'accepted';
const alike = (code: string): Answers => [code, code];
/** States whose refusal comes before that of rights. */
const BY_STATE = {
  'culminated and closed': alike('audit_closed'),
  closed: alike('audit_closed'),
  cancelled: alike('audit_cancelled'),
  deleted: alike('audit_deleted'),
  purged: alike('audit_not_found'),
} as const;
const open = (answers: Answers) => ({
  'not started': answers,
  'in progress': answers,
  culminated: answers,
  postponed: answers,
});
const usual: Rows = { ...open([DONE, 'forbidden']), ...BY_STATE };

const DIRECTORS: readonly PersonLabel[] = ['admin', 'manage', 'leader'];
const MANAGERS: readonly PersonLabel[] = ['admin', 'manage'];

type Intent = IntentEnvelope['intent'];
const member = (fields: object): Intent => ({ kind: 'set_member', ...fields });

/** Actions on the status itself have their table in `change-audit-status.test.ts`. */
const TABLE: readonly (readonly [
  name: string,
  intent: (given: GivenAudit) => Intent,
  withRight: readonly PersonLabel[],
  rows: Rows,
])[] = [
  ['rate', () => ({ kind: 'rate_audit', rating: 'satisfactory', scale }), DIRECTORS, usual],
  ['conclude', () => ({ kind: 'conclude_audit', text: 'Confiable.' }), DIRECTORS, usual],
  ['sign the conclusion', ({ version }) => ({ kind: 'sign_conclusion', seen: version }), MANAGERS, usual],
  [
    'change the days',
    () => ({ kind: 'schedule_audit', startDate: '2026-05-04', endDate: '2026-05-29' }),
    DIRECTORS,
    usual,
  ],
  [
    'delete',
    () => ({ kind: 'delete_audit' }),
    MANAGERS,
    {
      ...usual,
      ...open(['audit_not_deletable', 'forbidden']),
      'not started': [DONE, 'forbidden'],
      cancelled: [DONE, 'forbidden'],
    },
  ],
  [
    'restore',
    () => ({ kind: 'restore_audit' }),
    MANAGERS,
    { ...usual, ...open(alike('audit_not_deleted')), deleted: [DONE, 'forbidden'] },
  ],
  [
    'add an auditor',
    () => member({ user: user('outsid'), role: 'auditor' }),
    DIRECTORS,
    {
      ...usual,
      'culminated and closed': ['audit_closed', 'forbidden'],
      closed: ['audit_closed', 'forbidden'],
      cancelled: ['audit_cancelled', 'forbidden'],
    },
  ],
  [
    'add a guest',
    () => member({ user: user('outsid'), role: 'guest' }),
    DIRECTORS,
    {
      ...usual,
      'culminated and closed': [DONE, 'forbidden'],
      closed: [DONE, 'forbidden'],
      cancelled: [DONE, 'forbidden'],
    },
  ],
  [
    'deactivate an auditor',
    () => member({ user: user('peer'), isActive: false }),
    DIRECTORS,
    {
      ...usual,
      'culminated and closed': ['audit_closed', 'forbidden'],
      closed: ['audit_closed', 'forbidden'],
      cancelled: ['audit_cancelled', 'forbidden'],
    },
  ],
];

const person = (id: UserId): Principal | null => {
  const label = Object.keys(PEOPLE).find((one) => user(one) === id);
  return label === undefined ? null : principal(label);
};
const ROLES = Object.keys(PEOPLE) as PersonLabel[];
const STATE_NAMES = Object.keys(STATES) as State[];

const answer = (given: GivenAudit, intent: Intent, by: PersonLabel): string => {
  const decided = given.when(intent, { by, person });
  return typeof decided === 'string' ? decided : decided.length > 0 ? DONE : 'nothing to do';
};

describe.each(TABLE)('to %s', (_, intent, withRight, rows) => {
  it.each(STATE_NAMES)('in an audit that is %s', (state) => {
    const [those, others] = rows[state];
    for (const by of ROLES) {
      const given = STATES[state]();
      expect([by, answer(given, intent(given), by)]).toEqual([by, withRight.includes(by) ? those : others]);
    }
  });
});

describe('to declare one’s independence', () => {
  const TEAM: readonly PersonLabel[] = ['manage', 'leader', 'junior', 'peer', 'icce'];
  const inOpen = (by: PersonLabel) =>
    TEAM.includes(by) ? DONE : by === 'guest' ? 'forbidden' : 'not_in_team';

  it.each(STATE_NAMES)('in an audit that is %s', (state) => {
    const gate = state in BY_STATE ? BY_STATE[state as keyof typeof BY_STATE][0] : null;
    for (const by of ROLES)
      expect([by, answer(STATES[state](), { kind: 'declare_independence', threats: null }, by)]).toEqual([
        by,
        gate ?? inOpen(by),
      ]);
  });
});
