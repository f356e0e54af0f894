import type { FormLayout } from '@cotejo/record/client';

const FIELDS: FormLayout = [
  'subject',
  ['kind', 'basis'],
  ['startDate', 'endDate'],
  ['quarter', 'minutes'],
  ['leader', 'cost'],
  'team',
  'justification',
];

/** Fields that answer refusals of the rules. */
export const FIELD_OF_CODE = {
  plan_reason_needed: 'motivo_cambio',
  plan_when_missing: 'trimestre',
  plan_dates_incomplete: 'fecha_fin',
  plan_dates_reversed: 'fecha_fin',
  plan_dates_outside: 'fecha_inicio',
  plan_kind_differs: 'auditoria',
  plan_audit_linked: 'auditoria',
} as const;

/** Fields of a planned audit; one that joins an approved plan says why. */
export const plannedAuditForm = (isApproved: boolean): FormLayout =>
  isApproved ? [...FIELDS, { asked: 'changeReason' }] : FIELDS;
