import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { conclusionText, ratingCode, ratingScale } from '../conclusion.ts';
import { conclusionRead } from './conclusion-read.ts';
import { auditId } from '../ids.ts';
import { AUDIT_PATH } from '../paths.ts';
import { CONCLUSION_REFUSALS } from '../plan-refusals.ts';
import { auditParams, changesPlan, readsPlan } from './record-params.ts';

const changed = z.object({ auditoria: auditId, conclusion: conclusionRead, version: z.number().int() });
const changing = { params: auditParams, data: changed, refusals: CONCLUSION_REFUSALS } as const;

/** Overall rating and conclusion of an audit. */
export const conclusionCalls = {
  /** Levels from which the audit is rated, best first: its own scale once it was rated, else the account's. */
  scale: defineCall({
    ...readsPlan,
    path: `${AUDIT_PATH}calificacion/`,
    params: auditParams,
    data: ratingScale,
    refusals: ['audit_not_found'],
  }),
  rate: defineCall({
    ...changesPlan(['rate_audit']),
    ...changing,
    method: 'PUT',
    path: `${AUDIT_PATH}calificacion/`,
    /** Null takes the rating away. */
    body: z.strictObject({ calificacion: ratingCode.nullable() }),
  }),
  conclude: defineCall({
    ...changesPlan(['conclude_audit']),
    ...changing,
    method: 'PUT',
    path: `${AUDIT_PATH}conclusion/`,
    body: z.strictObject({ texto: conclusionText }),
  }),
  sign: defineCall({
    ...changesPlan(['sign_conclusion']),
    ...changing,
    method: 'POST',
    path: `${AUDIT_PATH}conclusion/firma/`,
    body: z.strictObject({ version: z.number().int() }),
  }),
  withdraw: defineCall({
    ...changesPlan(['withdraw_conclusion_signature']),
    ...changing,
    method: 'DELETE',
    path: `${AUDIT_PATH}conclusion/firma/`,
  }),
};
