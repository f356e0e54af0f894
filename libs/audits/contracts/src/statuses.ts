import { z } from 'zod';
import type { ItemType } from './item-types.ts';

/** Statuses of work items, findings, action plans and evaluations; groups have none. */
export const itemStatus = z.enum([
  'new',
  'assigned',
  'in_progress',
  'not_discussed',
  'completed',
  'reviewed',
  'review_note',
  'accepted',
  'not_accepted',
  'approved',
  'implemented',
  'following_up',
  'evaluated',
]);
export type ItemStatus = z.infer<typeof itemStatus>;

export const CONTRACT_STATUS: Readonly<Record<ItemStatus, string>> = {
  new: 'NUEVO',
  assigned: 'ASIGNADO',
  in_progress: 'EN_PROCESO',
  not_discussed: 'SIN_DISCUTIR',
  completed: 'COMPLETADO',
  reviewed: 'REVISADO',
  review_note: 'NOTA_REVISION',
  accepted: 'ACEPTADO',
  not_accepted: 'NO_ACEPTADO',
  approved: 'APROBADO',
  implemented: 'IMPLEMENTADO',
  following_up: 'SEGUIMIENTO',
  evaluated: 'EVALUADO',
};

/** Alternative contract names of statuses (specification 2, section 4): accepted on input, never written. */
export const STATUS_ALIASES: Readonly<Record<string, ItemStatus>> = {
  PENDIENTE: 'new',
  EN_BORRADOR: 'new',
  RECHAZADO: 'not_accepted',
  REALIZADO: 'implemented',
  _IMPLEMENTADO: 'implemented',
};

/** Only findings are discussed: for other types, `SIN_DISCUTIR` means in progress. */
export const statusOfType = (status: ItemStatus, type: ItemType): ItemStatus =>
  status === 'not_discussed' && type !== 'finding' ? 'in_progress' : status;

export const STATUS_WORDS = [...itemStatus.options, 'pending'] as const;
export type StatusWord = (typeof STATUS_WORDS)[number];
/** Key of a status's text in the catalogue `status`: a new action plan is shown as pending. */
export function statusWord(status: ItemStatus, type: ItemType | undefined): StatusWord {
  if (status === 'new' && type === 'action_plan') return 'pending';
  return type === undefined ? status : statusOfType(status, type);
}

/**
 * Lifecycle of an audit; `completed` with an actual closing date counts and is shown as CULMINADO_CERRADO.
 */
export const auditStatus = z.enum([
  'not_started',
  'in_progress',
  'completed',
  'closed',
  'cancelled',
  'postponed',
]);
export type AuditStatus = z.infer<typeof auditStatus>;

export const CONTRACT_AUDIT_STATUS: Readonly<Record<AuditStatus, string>> = {
  not_started: 'SIN INICIAR',
  in_progress: 'EN PROCESO',
  completed: 'CULMINADO',
  closed: 'CERRADO',
  cancelled: 'ANULADO',
  postponed: 'APLAZADO',
};
/** A completed audit with its actual closing date. */
export const COMPLETED_AND_CLOSED = 'CULMINADO_CERRADO';

const keyOf = <K extends string>(names: Readonly<Record<K, string>>, contract: string, otherwise: K): K =>
  (Object.keys(names) as K[]).find((key) => names[key] === contract) ?? otherwise;

/** The status that a call's word says; a completed audit with its closing date reads as closed. */
export const auditStatusOf = (contract: string): AuditStatus =>
  contract === COMPLETED_AND_CLOSED ? 'closed' : keyOf(CONTRACT_AUDIT_STATUS, contract, 'not_started');

export const itemStatusOf = (contract: string): ItemStatus =>
  STATUS_ALIASES[contract] ?? keyOf(CONTRACT_STATUS, contract, 'new');

/** What a person has an audit do; each is judged by the rules of `libs/audits/domain/src/lifecycle`. */
export const auditAction = z.enum([
  'start',
  'complete',
  'close',
  'cancel',
  'reopen',
  'postpone',
  'resume',
  'reset',
]);
export type AuditAction = z.infer<typeof auditAction>;

export const CONTRACT_AUDIT_ACTION: Readonly<Record<AuditAction, string>> = {
  start: 'iniciar',
  complete: 'culminar',
  close: 'cerrar',
  cancel: 'anular',
  reopen: 'reabrir',
  postpone: 'aplazar',
  resume: 'deshacer_aplazamiento',
  reset: 'restablecer',
};

/** What brought an audit to a status: a person's action, or its work, which began or fell back. */
export const auditStatusCause = z.enum([...auditAction.options, 'began', 'fell_back']);
export type AuditStatusCause = z.infer<typeof auditStatusCause>;

/** What a finding asks of the audited; `none` is the contract's NO_PLAN_DE_ACCION. Null = not yet chosen. */
export const findingTreatment = z.enum(['action_plan', 'none']);
export type FindingTreatment = z.infer<typeof findingTreatment>;
export const CONTRACT_FINDING_TREATMENT: Readonly<Record<FindingTreatment, string>> = {
  action_plan: 'PLAN_DE_ACCION',
  none: 'NO_PLAN_DE_ACCION',
};

/** Whether an action plan is evaluated; `none` is the contract's NO_EVALUAR. */
export const planTreatment = z.enum(['evaluate', 'none']);
export type PlanTreatment = z.infer<typeof planTreatment>;
export const CONTRACT_PLAN_TREATMENT: Readonly<Record<PlanTreatment, string>> = {
  evaluate: 'EVALUAR',
  none: 'NO_EVALUAR',
};
