import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import { auditErrors, type AuditId } from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { findAudit } from '../read-models/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { mayList, rightsIn } from './audit-policy.ts';

/**
 * To whoever may not see the audit in a list it does not exist; others need the right in it.
 * @throws Refusal `audit_not_found`, `access_not_authorized`
 */
export async function admitToAudit(
  db: ReadDatabase,
  principal: Principal,
  audit: AuditId,
  permission: PermissionKey,
): Promise<void> {
  const entry = await findAudit(db, principal, audit);
  if (!entry || !mayList(principal, entry)) throw new Refusal(auditErrors, 'audit_not_found');
  if (!rightsIn(principal, entry)(permission)) throw new Refusal(httpErrors, 'access_not_authorized');
}
