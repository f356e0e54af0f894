import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { carryPreview } from '../audit-origin.ts';
import { auditSummary, progressPoint } from '../audit-summary.ts';
import { auditsQuery, auditYears } from './audits-query.ts';
import {
  auditActionBody,
  auditDetail,
  auditRow,
  auditTemplateRow,
  changeAuditBody,
  changedAudit,
  createAuditBody,
  createEvaluationBody,
  evaluationsQuery,
  ownActionPlanRow,
} from './calls.ts';
import { auditId } from '../ids.ts';
import { auditYear } from '../intents.ts';
import { AUDIT_PATH, AUDITS_PATH, EVALUATION_PATH, EVALUATIONS_PATH } from '../paths.ts';
import { LIFECYCLE_GATE, LIFECYCLE_REFUSALS } from '../plan-refusals.ts';
import {
  auditParams,
  changesPlan,
  itemParams,
  readsPlan,
  recordItemParams,
  recordParams,
} from './record-params.ts';
import { treeConfigs, treeItemRead } from './tree-item-read.ts';

/**
 * Number of items that are being written into a new audit from its origin. The audit's `operacion` ends with them; if
 * they cannot be written, the audit disappears.
 */
const filling = { llenado: z.object({ elementos: z.int() }).optional() };

/** A new record: its details, or only its identity while the read models do not contain it yet. */
export const createdRecord = z.union([
  auditDetail.extend({ projected: z.literal(true), ...filling }),
  z.object({ id: auditId, codigo: z.string(), projected: z.literal(false), ...filling }),
]);
export type CreatedRecord = z.infer<typeof createdRecord>;

const reading = { reach: 'account', method: 'GET', policy: requires('audits.list') } as const;
const readingEvaluations = { ...reading, policy: requires('pyr_evaluacion.list') } as const;
const creating = { reach: 'account', method: 'POST', data: createdRecord, status: 201 } as const;
const NOT_OF_TEAM = ['leader_not_found', 'member_not_found', 'beyond_own_rights', 'code_taken'] as const;

export const auditCalls = {
  /** Audits of the account that the caller may see, newest first. */
  list: defineCall({ ...reading, path: AUDITS_PATH, query: auditsQuery, data: z.array(auditRow) }),
  /** Years of these audits, newest first, each with the number of its audits. */
  years: defineCall({ ...reading, path: `${AUDITS_PATH}anos/`, data: auditYears }),
  /** Built-in templates. */
  templates: defineCall({ ...reading, path: `${AUDITS_PATH}plantillas/`, data: z.array(auditTemplateRow) }),
  /** The next free code of a year, as a suggestion: it is taken when the audit is created. */
  nextCode: defineCall({
    ...reading,
    path: `${AUDITS_PATH}siguiente-codigo/`,
    policy: requires('audits.add'),
    query: z.object({ ano: z.string().trim().min(1).pipe(z.coerce.number()).pipe(auditYear) }),
    data: z.object({ codigo: z.string() }),
  }),
  /** One audit with its team and the caller's permissions. */
  detail: defineCall({
    ...reading,
    path: AUDIT_PATH,
    params: auditParams,
    data: auditDetail,
    refusals: ['audit_not_found'],
  }),
  /** What a new audit would take over from the newest version of one that the caller may read whole. */
  carry: defineCall({
    ...reading,
    path: `${AUDIT_PATH}traslado/`,
    params: auditParams,
    policy: requires('audits.add'),
    data: carryPreview,
    refusals: ['audit_not_found', 'access_not_authorized', 'operation_running'],
  }),
  /**
   * Creates an audit from a template, from another audit or from a unit of a risk evaluation. Contents of an origin
   * are written after the answer.
   */
  create: defineCall({
    ...creating,
    path: AUDITS_PATH,
    policy: requires('audits.add'),
    body: createAuditBody,
    refusals: [
      ...['template_not_found', 'scope_required', 'child_type_not_allowed', 'dates_reversed'],
      ...['unit_without_company', 'unit_scope_required', 'leader_hours_exceed'],
      ...['audit_not_found', 'item_not_found', 'not_an_origin', 'scope_of_origin', 'operation_running'],
      ...['too_many_fillings', 'version_not_reached', 'forbidden'],
      ...NOT_OF_TEAM,
    ],
  }),
  /** Changes the days of an audit. */
  change: defineCall({
    ...changesPlan(['schedule_audit']),
    method: 'PUT',
    path: AUDIT_PATH,
    params: auditParams,
    body: changeAuditBody,
    data: changedAudit,
    refusals: [...LIFECYCLE_GATE, 'dates_reversed'],
  }),
  /** Starts, culminates, closes, cancels, reopens, postpones or resets an audit. */
  changeStatus: defineCall({
    ...changesPlan(['change_audit_status']),
    method: 'POST',
    path: `${AUDIT_PATH}estado/`,
    params: auditParams,
    body: auditActionBody,
    data: changedAudit,
    refusals: LIFECYCLE_REFUSALS,
  }),
};

const UNIT = 'subdivision/:id/tree/';

/** Risk evaluations and risk libraries: records with a tree that are not audits. */
export const evaluationCalls = {
  /** The evaluations and libraries that the caller may see, newest first. */
  list: defineCall({
    ...readingEvaluations,
    path: EVALUATIONS_PATH,
    query: evaluationsQuery,
    data: z.array(auditRow),
  }),
  detail: defineCall({
    ...readingEvaluations,
    path: EVALUATION_PATH,
    params: auditParams,
    data: auditDetail,
    refusals: ['audit_not_found'],
  }),
  create: defineCall({
    ...creating,
    path: EVALUATIONS_PATH,
    policy: requires('pyr_evaluacion.add'),
    body: createEvaluationBody,
    refusals: NOT_OF_TEAM,
  }),
  /** The branch of a business unit, or of any other item, of an evaluation. */
  subdivision: defineCall({
    ...readsPlan,
    path: `${EVALUATION_PATH}subdivision/:itemId/tree/`,
    params: recordItemParams.omit({ model: true }),
    data: treeItemRead,
    refusals: ['audit_not_found', 'item_not_found'],
  }),
  /** The branch of an item, by the item's id alone. */
  subdivisionAlone: defineCall({
    ...readsPlan,
    path: `${EVALUATIONS_PATH}${UNIT}`,
    also: [`/proyecto/riesgo/${UNIT}`],
    params: itemParams,
    data: treeItemRead,
    refusals: ['item_not_found'],
  }),
};

const RECORD = '/proyecto/riesgo/:model/:id/';

/** Figures of a record, and the settings needed to show them. */
export const summaryCalls = {
  /** Progress, statuses, signatures, notes, risks, findings and hours, equal to the live summary. */
  summary: defineCall({
    ...readsPlan,
    path: `${RECORD}resumen/`,
    params: recordParams,
    data: auditSummary,
    refusals: ['audit_not_found'],
  }),
  /** Progress at the end of each day on which it may have changed, oldest first. */
  progress: defineCall({
    ...readsPlan,
    path: `${RECORD}resumen/avance/`,
    params: recordParams,
    data: z.array(progressPoint),
    refusals: ['audit_not_found'],
  }),
  /** Risk levels with their colours, control strengths, design criteria, and the execution phase. */
  configs: defineCall({
    ...readsPlan,
    path: `${RECORD}configuracion/`,
    params: recordParams,
    data: treeConfigs,
    refusals: ['audit_not_found'],
  }),
};

/** Action plans for their owners. */
export const ownPlanCalls = {
  /** The caller's own plans, in any role: being assigned suffices. */
  own: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/proyecto/riesgo/planes-accion/mios/',
    policy: { kind: 'authenticated' },
    data: z.array(ownActionPlanRow),
  }),
};
