import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  isEvaluation,
  type AuditId,
  type ItemId,
  type RecordModel,
} from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { findItemAudits } from '../read-models/reads/find-item-audits.ts';
import { findAudit, type AuditListEntry } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { mayList, rightsIn } from './audit-policy.ts';

/**
 * Admits a user to an audit with a permission. Without the right to list the audit it is reported as missing;
 * with it, but without the permission, as forbidden.
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
 * Admits a user to the record that contains an item, for calls that carry only the item's id: the first
 * record of the account that the user may list and that has such an item. The policy of that record decides.
 * @throws Refusal `item_not_found`, also when only records hidden from the user have such an item;
 * `access_not_authorized`
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

/** `admitToItem` for many items, with one lookup per record. Throws like `admitToItem`. */
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
