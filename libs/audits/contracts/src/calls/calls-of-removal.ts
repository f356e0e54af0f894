import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { MAX_REASON } from '../audit-removal.ts';
import { changedAudit } from './calls.ts';
import { auditId } from '../ids.ts';
import { AUDIT_PATH, AUDITS_PATH } from '../paths.ts';
import { REMOVAL_REFUSALS } from '../plan-refusals.ts';
import { auditParams, changesPlan } from './record-params.ts';
import { removalRead } from './removal-read.ts';

/** A row of the trash of audits. */
export const deletedAuditRow = z.object({
  id: auditId,
  codigo: z.string(),
  nombre: z.string(),
  ano_auditoria: z.number().int(),
  status: z.string(),
  eliminada: removalRead,
  /** Whether the caller may restore it. */
  restaurable: z.boolean(),
});
export type DeletedAuditRow = z.infer<typeof deletedAuditRow>;

/** The trash of an account's audits. */
export const auditTrashCalls = {
  /** Deleted audits that the caller may see, latest deletion first. */
  list: defineCall({
    reach: 'account',
    method: 'GET',
    policy: requires('trashbin.access'),
    path: `${AUDITS_PATH}papelera/`,
    data: z.array(deletedAuditRow),
  }),
  remove: defineCall({
    ...changesPlan(['delete_audit']),
    method: 'DELETE',
    path: AUDIT_PATH,
    params: auditParams,
    query: z.object({ motivo: z.string().trim().min(1).max(MAX_REASON).optional() }),
    data: changedAudit,
    refusals: REMOVAL_REFUSALS,
  }),
  restore: defineCall({
    ...changesPlan(['restore_audit']),
    method: 'POST',
    path: `${AUDIT_PATH}restaurar/`,
    params: auditParams,
    data: changedAudit,
    refusals: REMOVAL_REFUSALS,
  }),
};
