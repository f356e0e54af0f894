import { day, line, record, status, text, whole, type RowOf, type StateOf } from '@cotejo/record';

/** Who may create audits plans the year; everybody else with the audits' list reads it. */
export const PLANNING_RIGHTS = {
  list: 'audits.list',
  add: 'audits.add',
  edit: 'audits.add',
  delete: 'audits.add',
} as const;

/** A year's audit plan and its way through the committee: domain rules, section 13. Its rows are planned audits. */
export const annualPlan = record('annualPlan', {
  home: 'account',
  fields: {
    year: whole(2000, 2100).fixed(),
    notes: text(5_000).optional(),
    status: status({ draft: 'BORRADOR', sent: 'ENVIADO', approved: 'APROBADO' }),
    approvedOn: day().optional().readonly(),
    /** Number or name of the minutes of the committee's meeting. */
    minutesReference: line(200).optional().readonly(),
    returnReason: text(2_000).optional().readonly(),
  },
  acts: {
    send: { event: 'AnnualPlanSent', moves: true },
    approve: {
      body: { approvedOn: day(), minutesReference: line(200) },
      event: 'AnnualPlanApproved',
      moves: true,
    },
    giveBack: { body: { reason: text(2_000) }, event: 'AnnualPlanReturned', moves: true },
  },
  refusals: { plan_exists: 409, plan_kept: 409, plan_not_draft: 409, plan_approval_ahead: 422 },
  rights: PLANNING_RIGHTS,
  unique: { fields: ['year'], refusal: 'plan_exists' },
  title: { name: 'year' },
  path: '/planes-anuales/',
  wire: {
    year: 'ano',
    notes: 'notas',
    approvedOn: 'fecha_aprobacion',
    minutesReference: 'acta',
    returnReason: 'motivo_devolucion',
    send: 'enviar',
    giveBack: 'devolver',
    approve: 'aprobar',
    reason: 'motivo',
    restore: 'restaurar',
  },
});
export type AnnualPlan = StateOf<typeof annualPlan>;
/** A plan as pages show it. */
export type AnnualPlanRow = RowOf<typeof annualPlan>;
