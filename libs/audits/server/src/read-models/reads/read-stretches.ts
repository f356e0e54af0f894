import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemStatus, ItemType, Stretch } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Sprints and visits of an audit, removed ones included. */
export async function readStretches(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<readonly Stretch[]> {
  const rows = await db.query<{ readonly facts: Stretch }[]>(
    'select facts from read.stretch where account_id = $1 and audit_id = $2 order by id',
    [accountId, audit],
  );
  return rows.map(({ facts }) => facts);
}

/** Living items of an audit that progress leaves out, by type and status. */
export interface LeftOut {
  readonly audit: AuditId;
  readonly type: ItemType;
  readonly status: ItemStatus | null;
  readonly count: number;
}

/**
 * Counts the living items that are in sprints of which none counts for progress. Reads items only of audits that
 * have such a sprint; items of a running copy are hidden and not counted.
 */
export function countLeftOut(
  db: ReadDatabase,
  accountId: AccountId,
  audits: readonly AuditId[],
): Promise<LeftOut[]> {
  return db.query<LeftOut[]>(
    `with sprints as (
       select audit_id,
              array_agg(id::text) filter (where is_left_out) as left_out,
              coalesce(array_agg(id::text) filter (where is_counted), '{}') as counted
         from read.stretch where account_id = $1 and audit_id = any ($2::uuid[])
        group by audit_id having bool_or(is_left_out)
     )
     select t.audit_id as audit, t.type, t.status, count(*)::int as count
       from sprints s
       join read.audit a on a.account_id = $1 and a.id = s.audit_id
       join read.tree_item t on t.account_id = $1 and t.audit_id = s.audit_id and t.live
      where (a.operation_kind is distinct from 'copy' or t.created_version < a.operation_since)
        and jsonb_exists_any(t.stretches, s.left_out) and not jsonb_exists_any(t.stretches, s.counted)
      group by t.audit_id, t.type, t.status`,
    [accountId, [...audits]],
  );
}
