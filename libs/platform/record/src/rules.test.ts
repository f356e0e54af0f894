import { expect, it } from 'vitest';
import { choice, day, flag, line, minutes, people, person, reference, status, text } from './fields.ts';
import { given, under } from './fixtures/given.fixture.ts';
import { record, type StateOf } from './record.ts';
import { rules } from './rules.ts';

const someone = '00000000-0000-4000-8000-000000000001';

/** A record without a status, and one act of each kind. */
const loan = record('loan', {
  home: 'account',
  fields: {
    what: line(20),
    borrower: person(),
    due: day().optional(),
    returnedOn: day().optional().readonly(),
  },
  acts: {
    extend: { body: { until: day() }, event: 'LoanExtended' },
    giveBack: { event: 'LoanReturned' },
  },
  refusals: { loan_returned: 409, loan_too_short: 422 },
  rights: 'loans',
  path: '/prestamos/',
  wire: { what: 'que', until: 'hasta' },
});
const loanRules = rules(loan, {
  states: {},
  refuse: {
    any: ({ state }) => (state.returnedOn === null ? null : 'loan_returned'),
    extend: ({ state, body }) => (state.due !== null && body.until <= state.due ? 'loan_too_short' : null),
  },
  fold: {
    LoanExtended: (state, { until }) => ({ ...state, due: until }),
    LoanReturned: (state, _, { at }) => ({ ...state, returnedOn: at.slice(0, 10) }),
  },
  derive: {},
});

given(loanRules, { what: 'Sello', borrower: someone, due: '2026-04-01' }).table(
  ['extend', { until: '2026-05-01' }, {}, ['LoanExtended']],
  ['extend', { until: '2026-04-01' }, {}, 'loan_too_short'],
  ['giveBack', {}, {}, ['LoanReturned']],
  ['change', { what: 'a'.repeat(21) }, {}, 'malformed'],
);
given(loanRules, { what: 'Sello', borrower: someone }, ['giveBack'])
  .everyActBut('restore')
  .is('loan_returned');

it('refuses what nobody may write, and what nobody knows', () => {
  const when = { today: '2026-03-10', at: '2026-03-10T12:00:00Z', by: someone, reach: 'all' } as const;
  const state = given(loanRules, { what: 'Sello', borrower: someone }).state();
  for (const body of [
    { returnedOn: '2026-01-01' },
    { colour: 'red' },
    { what: 'dos\nlíneas' },
    { what: 'a\u0000' },
  ])
    expect(loanRules.decide(state, 'change', body, when)).toEqual({ refusal: 'malformed' });
  expect(loanRules.decide(state, 'constructor', {}, when)).toEqual({ refusal: 'malformed' });
  expect(loanRules.decide(null, 'giveBack', {}, when)).toEqual({ refusal: 'not_found' });
  expect(loanRules.decide(state, 'create', { what: 'Sello', borrower: someone }, when)).toEqual({
    refusal: 'already_there',
  });
});

it('folds what was said then: a later table of states moves nothing that happened', () => {
  const ticket = record('ticket', {
    home: 'account',
    fields: {
      status: status({ open: 1, shut: 2 }),
      of: reference('audit').optional(),
      size: choice({ s: 'S' }).optional(),
    },
    derived: { late: flag() },
    acts: { shut: { body: { why: text(10).optional() }, event: 'TicketShut', moves: true } },
    refusals: {},
    rights: 'tickets',
    path: '/boletas/',
    wire: {},
  });
  const today = rules(ticket, {
    states: { open: { shut: 'shut' }, shut: {} },
    fold: {},
    derive: { late: () => false },
  });
  const tomorrow = rules(ticket, {
    states: { open: { shut: 'open' }, shut: {} },
    fold: {},
    derive: { late: () => false },
  });
  const when = { today: '2026-03-10', at: '2026-03-10T12:00:00Z', by: someone, reach: 'all' } as const;
  const decision = today.decide(given(today, {}).state(), 'shut', {}, when);
  const [event] = 'events' in decision ? decision.events : [];
  expect(event?.data).toEqual({ why: null, status: 'shut' });
  expect(tomorrow.evolve(given(today, {}).state(), event ?? expect.fail(), 'x', when).status).toBe('shut');
});

/** A record that belongs to a loan, whose state its rules see. */
const reminder = record('reminder', {
  home: 'account',
  fields: {
    loan: reference('loan').fixed(),
    to: people().optional(),
    minutes: minutes(),
  },
  acts: {},
  refusals: { reminder_late: 409 },
  rights: { list: 'loans.list', add: 'loans.edit', edit: 'loans.edit', delete: 'loans.edit' },
  path: '/recordatorios/',
  wire: {},
});
const reminderRules = rules(reminder, {
  parent: { rules: loanRules, field: 'loan' },
  states: {},
  refuse: {
    create: ({ parent }) => (parent.returnedOn === null ? null : 'reminder_late'),
    any: ({ parent }) => (parent.returnedOn === null ? null : 'reminder_late'),
  },
  fold: {},
  derive: {},
});
const lent = given(loanRules, { what: 'Sello', borrower: someone }).state();
const returned = given(loanRules, { what: 'Sello', borrower: someone }, ['giveBack']).state();
under(lent)(reminderRules, { loan: lent.id, minutes: 30 }).table(
  ['change', { minutes: 45 }, {}, ['ReminderChanged']],
  ['change', { minutes: 0.5 }, {}, 'malformed'],
  ['change', { to: [someone] }, {}, ['ReminderChanged']],
  ['change', { to: [someone, someone] }, {}, 'malformed'],
  ['change', { loan: 'other' }, {}, 'malformed'],
  ['change', { minutes: 45 }, { parent: returned }, 'reminder_late'],
  ['change', { minutes: 45 }, { parent: null }, 'not_found'],
);

// Must not compile:
void ((): keyof typeof loan.refusals =>
  // @ts-expect-error a refusal that the record does not declare
  'made_up');
void ((state: StateOf<typeof loan>): number =>
  // @ts-expect-error a line is text, never a number
  state.what);
void (() =>
  rules(loan, {
    states: {},
    // @ts-expect-error LoanReturned has no line
    fold: { LoanExtended: (state) => state },
    derive: {},
  }));
void (() =>
  rules(loan, {
    states: {},
    // @ts-expect-error there is no such act
    refuse: { burn: () => null },
    fold: { LoanExtended: (state) => state, LoanReturned: (state) => state },
    derive: {},
  }));
void (() =>
  rules(loan, {
    states: {},
    // @ts-expect-error a refusal that the record does not declare
    refuse: { any: () => 'made_up' },
    fold: { LoanExtended: (state) => state, LoanReturned: (state) => state },
    derive: {},
  }));
