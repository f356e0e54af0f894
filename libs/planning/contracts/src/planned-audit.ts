import type { UserId } from '@cotejo/access-contracts';
import { CONTRACT_RECORD_TYPE, type AuditId } from '@cotejo/audits-contracts';
import {
  choice,
  day,
  line,
  minutes,
  money,
  people,
  person,
  record,
  reference,
  status,
  text,
  type RecordId,
  type RowOf,
  type StateOf,
} from '@cotejo/record';
import { PLANNING_RIGHTS } from './annual-plan.ts';

const { audit_plan, financial_audit, icce } = CONTRACT_RECORD_TYPE;
/** Quarters of the plan's year. */
const QUARTERS = { q1: 1, q2: 2, q3: 3, q4: 4 } as const;

/** What an amendment of the approved plan may change. */
const amended = {
  startDate: day().optional(),
  endDate: day().optional(),
  quarter: choice(QUARTERS).optional(),
  minutes: minutes(),
  leader: person<UserId>({ isStaff: true }).optional(),
  team: people<UserId>({ isStaff: true }).optional(),
  cost: money().optional(),
};
const reason = text(2_000);

/** A row of a year's plan: an audit that is to be done. */
export const plannedAudit = record('plannedAudit', {
  home: 'account',
  fields: {
    plan: reference<RecordId<'annualPlan'>>('annualPlan').fixed(),
    /** The postponed row of another year that this one goes on with; it gives it back when it is withdrawn. */
    movedFrom: reference<RecordId<'plannedAudit'>>('plannedAudit').optional().fixed(),
    /** Part of the plan that was sent to the committee, or added to the approved one. */
    origin: choice({ planned: 'PLANEADA', added: 'AGREGADA' }).fixed(),
    /** Auditable unit or subject. */
    subject: line(200),
    /** Why it is in the plan. */
    basis: choice({
      risk: 'RIESGO',
      rotation: 'ROTACION',
      regulation: 'NORMATIVA',
      request: 'SOLICITUD',
      follow_up: 'SEGUIMIENTO',
    }),
    justification: text(5_000).optional(),
    /** Record type of the audit to be created. */
    kind: choice({ audit_plan, financial_audit, icce }),
    ...amended,
    status: status({
      planned: 'PLANEADA',
      created: 'CREADA',
      postponed: 'APLAZADA',
      withdrawn: 'RETIRADA',
    }),
    audit: reference<AuditId>('audit').optional().readonly(),
    /** Reason of the last change of the approved plan; null until there is one. */
    changeReason: text(2_000).optional(),
    /** Approved values, kept by the first amendment; until then the row has them itself. */
    approvedStart: day().optional().readonly(),
    approvedEnd: day().optional().readonly(),
    approvedQuarter: choice(QUARTERS).optional().readonly(),
    approvedMinutes: minutes().optional().readonly(),
    approvedLeader: person<UserId>().optional().readonly(),
    approvedTeam: people<UserId>().optional().readonly(),
    approvedCost: money().optional().readonly(),
  },
  derived: {
    /** Quarter of the first day, else the planned one. */
    term: choice(QUARTERS).optional(),
    /** Difference between the approved and the present row. */
    variance: choice({
      none: 'SIN_CAMBIOS',
      added: 'AGREGADA',
      postponed: 'APLAZADA',
      withdrawn: 'RETIRADA',
      dates: 'FECHAS',
      hours: 'HORAS',
      cost: 'COSTO',
      team: 'EQUIPO',
      several: 'VARIOS',
    }),
  },
  acts: {
    amend: { body: { ...amended, reason }, event: 'PlannedAuditAmended' },
    link: { body: { audit: reference<AuditId>('audit') }, event: 'PlannedAuditLinked', moves: true },
    postpone: { body: { reason }, event: 'PlannedAuditPostponed', moves: true },
    withdraw: { body: { reason }, event: 'PlannedAuditWithdrawn', moves: true },
    reinstate: { body: { reason }, event: 'PlannedAuditReinstated', moves: true },
    unlink: { body: { reason }, event: 'PlannedAuditUnlinked', moves: true },
  },
  refusals: {
    plan_sent: 409,
    plan_approved: 409,
    plan_not_approved: 409,
    plan_reason_needed: 422,
    plan_row_out: 409,
    plan_nothing_changed: 409,
    plan_when_missing: 422,
    plan_dates_incomplete: 422,
    plan_dates_reversed: 422,
    plan_dates_outside: 422,
    plan_kind_differs: 422,
    plan_year_differs: 422,
    plan_audit_linked: 409,
    plan_row_not_postponed: 409,
    plan_same_year: 422,
    plan_row_moved: 409,
  },
  title: { name: 'subject' },
  unique: { fields: ['audit'], refusal: 'plan_audit_linked' },
  rights: PLANNING_RIGHTS,
  path: '/auditorias-planeadas/',
  upcasts: { PlannedAuditCreated: [(data) => ({ ...data, movedFrom: null })] },
  wire: {
    movedFrom: 'aplazada_de',
    origin: 'origen',
    subject: 'tema',
    basis: 'razon',
    justification: 'justificacion',
    kind: 'record_type',
    startDate: 'fecha_inicio',
    endDate: 'fecha_fin',
    quarter: 'trimestre',
    minutes: 'minutos_presupuestados',
    leader: 'lider',
    team: 'equipo',
    cost: 'costo_estimado',
    audit: 'auditoria',
    changeReason: 'motivo_cambio',
    approvedStart: 'aprobado_fecha_inicio',
    approvedEnd: 'aprobado_fecha_fin',
    approvedQuarter: 'aprobado_trimestre',
    approvedMinutes: 'aprobado_minutos',
    approvedLeader: 'aprobado_lider',
    approvedTeam: 'aprobado_equipo',
    approvedCost: 'aprobado_costo',
    term: 'trimestre_real',
    variance: 'variacion',
    link: 'vincular',
    amend: 'modificar',
    postpone: 'aplazar',
    withdraw: 'retirar',
    reinstate: 'reincorporar',
    unlink: 'desvincular',
    reason: 'motivo',
    restore: 'restaurar',
  },
});
export type PlannedAudit = StateOf<typeof plannedAudit>;
/** A planned audit as lists and pages show it. */
export type PlannedAuditRow = RowOf<typeof plannedAudit>;
