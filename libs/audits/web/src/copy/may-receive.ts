import { auditStatusOf, type AuditRow, type ItemType, type RecordType } from '@cotejo/audits-contracts';
import { allowedChildren, canContain } from '@cotejo/audits-domain';

/** Whether a user can probably write in an audit, judging by its list row; the server decides. */
export function mayReceive(
  row: Pick<AuditRow, 'status' | 'in_team' | 'created_by' | 'operacion'>,
  me: { readonly id: string; readonly role: string; readonly isSuperuser: boolean },
): boolean {
  const status = auditStatusOf(row.status);
  if (status === 'closed' || status === 'cancelled' || row.operacion !== null) return false;
  return row.in_team || row.created_by.id === me.id || me.role === 'admin' || me.isSuperuser;
}

/** Whether trees of this record type can contain each of these types at some level. */
export function mayHold(recordType: RecordType, types: ReadonlySet<ItemType>): boolean {
  const held = new Set<ItemType>();
  const waiting: (ItemType | null)[] = [null];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const child of allowedChildren(recordType, at)) {
      if (held.has(child)) continue;
      held.add(child);
      waiting.push(child);
    }
  const parents = [null, ...held];
  return [...types].every((type) => parents.some((parent) => canContain(recordType, parent, type)));
}
