import type { AuditRow, ItemType, RecordType } from '@cotejo/audits-contracts';
import { allowedChildren, canContain } from '@cotejo/audits-domain';
import { auditStatusOf } from '../audit-status.ts';

/** Whether somebody may be expected to write in an audit, as far as its row tells: the room judges. */
export function mayReceive(
  row: Pick<AuditRow, 'status' | 'in_team' | 'created_by' | 'operacion'>,
  me: { readonly id: string; readonly role: string; readonly isSuperuser: boolean },
): boolean {
  const status = auditStatusOf(row.status);
  if (status === 'closed' || status === 'cancelled' || row.operacion !== null) return false;
  return row.in_team || row.created_by.id === me.id || me.role === 'admin' || me.isSuperuser;
}

/** Whether a tree of this kind has a place for each of these types, somewhere. */
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
