import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  isEvaluation,
  type AuditId,
  type ItemId,
  type RecordModel,
} from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { findItemAudits } from '../read-models/find-item-audits.ts';
import { findAudit, type AuditListEntry } from '../read-models/list-audits.ts';
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
  model: RecordModel = 'auditoria',
): Promise<AuditListEntry> {
  const entry = await findAudit(db, principal, audit);
  if (!entry || !mayList(principal, entry) || (model === 'evaluacion' && !isEvaluation(entry.recordType))) {
    throw new Refusal(auditErrors, 'audit_not_found');
  }
  if (!rightsIn(principal, entry)(permission)) throw new Refusal(httpErrors, 'access_not_authorized');
  return entry;
}

/**
 * The record that holds an item of this id, for whoever knows no more than that: the first of the account's
 * that the person may list. It is that record's policy which lets them in.
 * @throws Refusal `item_not_found`, also where others have such an item; `access_not_authorized`
 */
export async function admitToItem(
  db: ReadDatabase,
  principal: Principal,
  item: ItemId,
  permission: PermissionKey,
): Promise<AuditListEntry> {
  const record = (await admitToItems(db, principal, [item], permission)).get(item);
  if (!record) throw new Refusal(auditErrors, 'item_not_found');
  return record;
}

/** The same for many: each record is asked about once. Throws as `admitToItem`. */
export async function admitToItems(
  db: ReadDatabase,
  principal: Principal,
  items: readonly ItemId[],
  permission: PermissionKey,
): Promise<ReadonlyMap<ItemId, AuditListEntry>> {
  const found = await findItemAudits(db, principal.accountId, items);
  const known = new Map<AuditId, AuditListEntry | null>();
  const listed = async (audit: AuditId): Promise<AuditListEntry | null> => {
    const entry = known.get(audit) ?? (known.has(audit) ? null : await findAudit(db, principal, audit));
    const shown = entry && mayList(principal, entry) ? entry : null;
    known.set(audit, shown);
    return shown;
  };
  const admitted = new Map<ItemId, AuditListEntry>();
  for (const item of items) {
    let record: AuditListEntry | null = null;
    for (const audit of found.get(item) ?? []) if ((record ??= await listed(audit))) break;
    if (!record) throw new Refusal(auditErrors, 'item_not_found');
    if (!rightsIn(principal, record)(permission)) throw new Refusal(httpErrors, 'access_not_authorized');
    admitted.set(item, record);
  }
  return admitted;
}
