import { z } from 'zod';

/** Types of tree items, in the profession's terms. Groups first. */
export const itemType = z.enum([
  'phase',
  'business_unit',
  'macroprocess',
  'process',
  'activity',
  'materiality_activity',
  'lead_schedule',
  'understanding',
  'risk',
  'control',
  'control_test',
  'finding',
  'action_plan',
  'evaluation',
  'step',
  'inspection',
  'inspection_item',
  'materiality',
  'survey',
  'reference',
  'link',
]);
export type ItemType = z.infer<typeof itemType>;

/** The only mapping between internal names and the contract's (`item_tipo`). */
export const CONTRACT_ITEM_TYPE: Readonly<Record<ItemType, string>> = {
  phase: 'GR_FASE',
  business_unit: 'GR_UNIDAD_NEGOCIO',
  macroprocess: 'GR_MACROPROCESO',
  process: 'GR_PROCESO',
  activity: 'GR_ACTIVIDAD',
  materiality_activity: 'GR_ACTIVIDAD_MATERIALIDAD',
  lead_schedule: 'GR_ACTIVIDAD_SUBSUMARIA',
  understanding: 'HT_ENTENDIMIENTO',
  risk: 'HT_RIESGO',
  control: 'HT_CONTROL',
  control_test: 'HT_CONTROL_TEST',
  finding: 'HT_HALLAZGO',
  action_plan: 'HT_PLAN_ACCION',
  evaluation: 'HT_EVALUACION',
  step: 'HT_PASO',
  inspection: 'HT_INSPECCION',
  inspection_item: 'HT_INSPECCION_ITEM',
  materiality: 'HT_MATERIALIDAD',
  survey: 'HT_ENCUESTA',
  reference: 'HT_REF',
  link: 'HT_LINK',
};

export const isGroup = (type: ItemType): boolean => CONTRACT_ITEM_TYPE[type].startsWith('GR_');

/** Types that cannot be copied: they belong to the item for which they were created. */
export const NEVER_COPIED: ReadonlySet<ItemType> = new Set<ItemType>([
  'finding',
  'action_plan',
  'evaluation',
  'survey',
  'materiality',
]);

/**
 * Record types with a tree; a template has an empty `record_type` in the contract. A risk library is a
 * collection of the account, from which risks are copied.
 */
export const recordType = z.enum([
  'audit_plan',
  'financial_audit',
  'icce',
  'template',
  'risk_evaluation',
  'risk_library',
]);
export type RecordType = z.infer<typeof recordType>;

export const CONTRACT_RECORD_TYPE: Readonly<Record<RecordType, string>> = {
  audit_plan: 'plan',
  financial_audit: 'auditoria_financiera',
  icce: 'icce',
  template: '',
  risk_evaluation: 'evaluacion',
  risk_library: 'biblioteca',
};

/** Whether a record type is an audit, as shown in the list of audits. */
export const isAudit = (type: RecordType): boolean =>
  type === 'audit_plan' || type === 'financial_audit' || type === 'icce';
