import type { UserId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { RecordId } from '@cotejo/record';
import { given, under } from '@cotejo/record/fixtures';
import { describe, expect, it } from 'vitest';
import { annualPlanRules } from './annual-plan-rules.ts';
import { planTotals } from './plan-totals.ts';
import { approvedFigures, plannedAuditRules } from './planned-audit-rules.ts';

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const audit = id('a1') as AuditId;
const andres = id('0a') as UserId;
const approval = { approvedOn: '2026-01-20', minutesReference: 'Acta 002 de 2026' };

const draft = given(annualPlanRules, { year: 2026 }).state();
const sent = given(annualPlanRules, { year: 2026 }, ['send']).state();
const approved = given(annualPlanRules, { year: 2026 }, ['send'], ['approve', approval]).state();
const inDraft = { parent: draft };
const inCommittee = { parent: sent };
const later = { parent: approved };
/** The chosen audit is of the planned kind and year, or of another one. */
const chosen = (recordType: string, year = 2026) => ({
  ...later,
  others: { isTaken: false, isUsed: false, referred: { audit: { recordType, year } } },
});
const linking = chosen('audit_plan');

const row = {
  plan: id('11') as RecordId<'annualPlan'>,
  origin: 'planned',
  subject: 'Compras y pagos',
  basis: 'risk',
  kind: 'audit_plan',
  startDate: '2026-02-02',
  endDate: '2026-04-30',
  minutes: 28_800,
} as const;
const figures = {
  ...{ startDate: row.startDate, endDate: row.endDate, quarter: null, minutes: row.minutes },
  ...{ leader: null, team: null, cost: null },
};
const reason = 'La gerencia pidió ampliar el alcance';
const more = { ...figures, minutes: 36_000, reason };

const drafted = under(draft)(plannedAuditRules, row);

describe('while the plan is a draft', () => {
  drafted.table(
    ['change', { subject: 'Compras' }, inDraft, ['PlannedAuditChanged']],
    ['change', { plan: id('12') as typeof row.plan }, inDraft, 'malformed'],
    ['change', { startDate: null }, inDraft, 'plan_dates_incomplete'],
    ['change', { endDate: '2026-01-31' }, inDraft, 'plan_dates_reversed'],
    ['change', { startDate: '2025-12-31' }, inDraft, 'plan_dates_outside'],
    ['change', { startDate: null, endDate: null }, inDraft, 'plan_when_missing'],
    ['change', { startDate: null, endDate: null, quarter: 'q1' }, inDraft, ['PlannedAuditChanged']],
    ['change', { endDate: '2027-01-31' }, inDraft, ['PlannedAuditChanged']],
    ['remove', {}, inDraft, ['PlannedAuditRemoved']],
    ['amend', more, inDraft, 'plan_not_approved'],
    ['postpone', { reason }, inDraft, 'plan_not_approved'],
    ['withdraw', { reason }, inDraft, 'plan_not_approved'],
    ['link', { audit }, inDraft, 'plan_not_approved'],
  );
});

describe('while the committee has the plan', () => {
  drafted.table(
    ['change', { subject: 'Compras' }, inCommittee, 'plan_sent'],
    ['remove', {}, inCommittee, 'plan_sent'],
    ['amend', more, inCommittee, 'plan_sent'],
    ['postpone', { reason }, inCommittee, 'plan_sent'],
    ['withdraw', { reason }, inCommittee, 'plan_sent'],
    ['link', { audit }, inCommittee, 'plan_sent'],
  );
});

describe('once the plan is approved', () => {
  drafted.table(
    ['change', { subject: 'Compras' }, later, 'plan_approved'],
    ['remove', {}, later, 'plan_approved'],
    ['amend', more, later, ['PlannedAuditAmended']],
    ['amend', { ...more, reason: '' }, later, 'malformed'],
    ['amend', { ...figures, reason }, later, 'plan_nothing_changed'],
    ['amend', { ...more, endDate: '2026-01-31' }, later, 'plan_dates_reversed'],
    ['amend', { ...more, startDate: '2025-12-31' }, later, 'plan_dates_outside'],
    ['postpone', { reason }, later, ['PlannedAuditPostponed']],
    ['withdraw', { reason }, later, ['PlannedAuditWithdrawn']],
    ['reinstate', { reason }, later, 'cannot_from_here'],
    ['unlink', { reason }, later, 'cannot_from_here'],
    ['link', { audit }, linking, ['PlannedAuditLinked']],
    ['link', { audit }, chosen('financial_audit'), 'plan_kind_differs'],
    ['link', { audit }, chosen('audit_plan', 2025), 'plan_year_differs'],
    ['link', { audit }, chosen('audit_plan', 2027), 'plan_year_differs'],
    ['link', { audit }, { ...linking, others: { ...linking.others, isTaken: true } }, 'plan_audit_linked'],
  );
  under(draft)(plannedAuditRules, row, ['remove', {}, inDraft]).table(
    ['restore', {}, inDraft, ['PlannedAuditRestored']],
    ['restore', {}, later, 'plan_approved'],
  );
  under(draft)(plannedAuditRules, row, ['withdraw', { reason }, later]).table(
    ['reinstate', { reason }, later, ['PlannedAuditReinstated']],
    ['amend', more, later, 'plan_row_out'],
    ['link', { audit }, later, 'cannot_from_here'],
    ['postpone', { reason }, later, 'cannot_from_here'],
  );
  under(draft)(plannedAuditRules, row, ['link', { audit }, linking]).table(
    ['link', { audit }, later, 'cannot_from_here'],
    ['withdraw', { reason }, later, 'cannot_from_here'],
    ['amend', more, later, ['PlannedAuditAmended']],
    ['unlink', { reason }, later, ['PlannedAuditUnlinked']],
  );
});

describe('a new row', () => {
  const added = { ...row, origin: 'added', changeReason: reason };
  it.each([
    ['of a draft', draft, row, ['PlannedAuditCreated']],
    ['of a draft, as an addition', draft, added, 'plan_not_approved'],
    [
      'of a draft, with nothing of when',
      draft,
      { ...row, startDate: null, endDate: null },
      'plan_when_missing',
    ],
    ['while the committee has the plan', sent, row, 'plan_sent'],
    ['of an approved plan', approved, row, 'plan_reason_needed'],
    ['of an approved plan, without a reason', approved, { ...row, origin: 'added' }, 'plan_reason_needed'],
    ['of an approved plan, with its reason', approved, added, ['PlannedAuditCreated']],
    ['of no plan', null, row, 'not_found'],
    ['of a removed plan', { ...draft, removedAt: '2026-03-09T15:00:00.000Z' }, row, 'not_found'],
  ])('%s', (_, parent, body, then) => {
    const when = { today: '2026-03-10', at: '2026-03-10T15:00:00Z', by: andres, reach: 'all' } as const;
    const decision = plannedAuditRules.decide(null, 'create', body, { ...when, parent });
    expect('refusal' in decision ? decision.refusal : decision.events.map(({ type }) => type)).toEqual(then);
  });
});

describe('a postponed row', () => {
  const before = { id: id('21'), plan: id('12'), status: 'postponed' };
  const moving = { ...row, movedFrom: id('21') as RecordId<'plannedAudit'> };
  const of = (values: object, isUsed = false) => ({
    isTaken: false,
    isUsed,
    referred: { movedFrom: { ...before, ...values } },
  });
  it.each([
    ['moves to the plan of another year', moving, of({}), ['PlannedAuditCreated']],
    ['moves once', moving, of({}, true), 'plan_row_moved'],
    ['stays where it is not postponed', moving, of({ status: 'planned' }), 'plan_row_not_postponed'],
    ['stays while it is in the trash', moving, { ...of({}), referred: {} }, 'plan_row_not_postponed'],
    ['does not move within its year', moving, of({ plan: row.plan }), 'plan_same_year'],
  ])('%s', (_, body, others, then) => {
    const when = { today: '2026-03-10', at: '2026-03-10T15:00:00Z', by: andres, reach: 'all' } as const;
    const decision = plannedAuditRules.decide(null, 'create', body, { ...when, parent: draft, others });
    expect('refusal' in decision ? decision.refusal : decision.events.map(({ type }) => type)).toEqual(then);
  });

  const moved = { isTaken: false, isUsed: true, referred: {} };
  under(draft)(plannedAuditRules, row, ['postpone', { reason }, later]).table(
    ['reinstate', { reason }, later, ['PlannedAuditReinstated']],
    ['reinstate', { reason }, { ...later, others: moved }, 'plan_row_moved'],
  );

  it('is given back by the row that went on with it when that is withdrawn', () => {
    const other = { ...drafted.state(), movedFrom: moving.movedFrom };
    const event = { type: 'PlannedAuditWithdrawn', data: { reason, status: 'withdrawn' } } as const;
    const when = { at: '2026-03-10T15:00:00Z', by: andres };
    expect(plannedAuditRules.evolve(other, event, id('31'), when)).toMatchObject({
      ...{ status: 'withdrawn', movedFrom: null },
    });
  });
});

describe('while the plan is in the trash', () => {
  drafted.everyActBut().is('not_found', { parent: { ...draft, removedAt: '2026-03-09T15:00:00.000Z' } });
});

describe('beside the approved plan', () => {
  const after = (...steps: readonly (readonly ['amend' | 'postpone' | 'withdraw' | 'reinstate', object])[]) =>
    under(draft)(plannedAuditRules, row, ...steps.map(([act, body]) => [act, body, later] as const)).state();
  const today = { today: '2026-03-10' };
  const varianceOf = (state: ReturnType<typeof after>) => plannedAuditRules.derive(state, today).variance;

  it('a row keeps the approved figures of before its first amendment', () => {
    const twice = after(['amend', more], ['amend', { ...more, minutes: 30_000, reason: 'Otra vez' }]);
    expect(twice).toMatchObject({ minutes: 30_000, approvedMinutes: 28_800, changeReason: 'Otra vez' });
    expect(approvedFigures(twice)).toEqual(figures);
  });

  it.each([
    ['none', after()],
    ['hours', after(['amend', more])],
    ['dates', after(['amend', { ...figures, endDate: '2026-05-15', reason }])],
    ['team', after(['amend', { ...figures, leader: andres, reason }])],
    ['several', after(['amend', { ...more, cost: 5_000_000 }])],
    ['none', after(['amend', more], ['amend', { ...figures, reason }])],
    ['postponed', after(['postpone', { reason }])],
    ['withdrawn', after(['amend', more], ['withdraw', { reason }])],
    ['hours', after(['amend', more], ['withdraw', { reason }], ['reinstate', { reason }])],
  ])('differs by %s', (variance, state) => expect(varianceOf(state)).toBe(variance));

  it('an addition has no approved figures, also after an amendment', () => {
    const added = under(approved)(plannedAuditRules, { ...row, origin: 'added', changeReason: reason }, [
      'amend',
      more,
    ]).state();
    expect(varianceOf(added)).toBe('added');
    expect(approvedFigures(added)).toBeNull();
    expect(added.approvedMinutes).toBeNull();
    expect(planTotals([added, after(['amend', more]), after(['withdraw', { reason }])])).toEqual({
      approved: { audits: 2, minutes: 57_600, cost: 0 },
      current: { audits: 2, minutes: 72_000, cost: 0 },
    });
  });

  it.each([
    [{ startDate: '2026-07-01', endDate: '2026-08-01', quarter: null }, 'q3'],
    [{ startDate: null, endDate: null, quarter: 'q2' }, 'q2'],
    [{ startDate: '2026-12-31', endDate: '2026-12-31', quarter: 'q1' }, 'q4'],
  ] as const)('with %j is of %s', (dates, term) => {
    const state = under(draft)(plannedAuditRules, { ...row, ...dates }).state();
    expect(plannedAuditRules.derive(state, today).term).toBe(term);
  });
});
