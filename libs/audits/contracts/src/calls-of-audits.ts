import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { auditSummary } from './audit-summary.ts';
import {
  auditDetail,
  auditRow,
  auditTemplateRow,
  createAuditBody,
  createEvaluationBody,
  evaluationsQuery,
  ownActionPlanRow,
} from './calls.ts';
import { auditId } from './ids.ts';
import { AUDIT_PATH, AUDITS_PATH, EVALUATION_PATH, EVALUATIONS_PATH } from './paths.ts';
import { auditParams, itemParams, readsPlan, recordItemParams, recordParams } from './record-params.ts';
import { treeConfigs, treeItemRead } from './tree-item-read.ts';

/** A new record: its detail, or what identifies it while its rows are not readable yet. */
export const createdRecord = z.union([
  auditDetail.extend({ projected: z.literal(true) }),
  z.object({ id: auditId, codigo: z.string(), projected: z.literal(false) }),
]);
export type CreatedRecord = z.infer<typeof createdRecord>;

const reading = { reach: 'account', method: 'GET', door: requires('audits.list') } as const;
const readingEvaluations = { ...reading, door: requires('pyr_evaluacion.list') } as const;
const creating = { reach: 'account', method: 'POST', data: createdRecord, status: 201 } as const;
const NOT_OF_TEAM = ['leader_not_found', 'member_not_found', 'beyond_own_rights', 'code_taken'] as const;

export const auditCalls = {
  /** The account's audits that the caller may see, newest first. */
  list: defineCall({ ...reading, path: AUDITS_PATH, data: z.array(auditRow) }),
  /** Templates that come with the product. */
  templates: defineCall({ ...reading, path: `${AUDITS_PATH}plantillas/`, data: z.array(auditTemplateRow) }),
  /** One audit with its team and what the caller may do in it. */
  detail: defineCall({
    ...reading,
    path: AUDIT_PATH,
    params: auditParams,
    data: auditDetail,
    refusals: ['audit_not_found'],
  }),
  /** Creates an audit from a template. */
  create: defineCall({
    ...creating,
    path: AUDITS_PATH,
    door: requires('audits.add'),
    body: createAuditBody,
    refusals: [
      ...['template_not_found', 'scope_required', 'child_type_not_allowed', 'dates_reversed'],
      ...NOT_OF_TEAM,
    ],
  }),
};

const UNIT = 'subdivision/:id/tree/';

/** Risk evaluations and libraries of risks: records with a tree, which are no audits. */
export const evaluationCalls = {
  /** Those that the caller may see, newest first. */
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
    door: requires('pyr_evaluacion.add'),
    body: createEvaluationBody,
    refusals: NOT_OF_TEAM,
  }),
  /** The branch of one business unit, or of any other item, of an evaluation. */
  subdivision: defineCall({
    ...readsPlan,
    path: `${EVALUATION_PATH}subdivision/:itemId/tree/`,
    params: recordItemParams.omit({ model: true }),
    data: treeItemRead,
    refusals: ['audit_not_found', 'item_not_found'],
  }),
  /** The same by the unit's id alone. */
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

/** Figures of a record, and what it takes to show them. */
export const summaryCalls = {
  /** Progress, statuses, signatures, notes, risks, findings and hours, as the live summary has them. */
  summary: defineCall({
    ...readsPlan,
    path: `${RECORD}resumen/`,
    params: recordParams,
    data: auditSummary,
    refusals: ['audit_not_found'],
  }),
  /** Risk levels with their colours, strengths of controls, criteria of design, and the phase of execution. */
  configs: defineCall({
    ...readsPlan,
    path: `${RECORD}configuracion/`,
    params: recordParams,
    data: treeConfigs,
    refusals: ['audit_not_found'],
  }),
};

/** Action plans for the audited. */
export const ownPlanCalls = {
  /** The caller's own plans, whatever their role: being responsible is all the right it takes. */
  own: defineCall({
    reach: 'account',
    method: 'GET',
    path: '/proyecto/riesgo/planes-accion/mios/',
    door: { kind: 'authenticated' },
    data: z.array(ownActionPlanRow),
  }),
};
