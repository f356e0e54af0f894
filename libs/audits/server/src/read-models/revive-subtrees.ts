import type { ProjectionTransaction } from '@cotejo/projections';
import type { TreeItemRowState } from './tables/audit-rows.ts';
import type { RevivedItem } from './note-own-plans.ts';

/**
 * Recomputes `live` for the given items and their subtrees: for the items themselves by walking up to the
 * root, for descendants by walking down. Handles any mixture of deletions and restorations in one batch,
 * nested ones too. Returns the changed items.
 */
export async function reviveSubtrees(
  tx: ProjectionTransaction,
  roots: readonly TreeItemRowState[],
): Promise<readonly RevivedItem[]> {
  if (roots.length === 0) return [];
  return tx.query<RevivedItem>(
    `with recursive
     asked as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[]) t(account_id, audit_id, id)
     ),
     upward as (
       select t.account_id, t.audit_id, t.id as root, t.parent_id, t.deleted_version is null as lives
         from asked join ${tx.schema}.tree_item t using (account_id, audit_id, id)
       union all
       select u.account_id, u.audit_id, u.root, p.parent_id, p.deleted_version is null
         from upward u join ${tx.schema}.tree_item p
           on p.account_id = u.account_id and p.audit_id = u.audit_id and p.id = u.parent_id
     ),
     downward as (
       select account_id, audit_id, root as id, bool_and(lives) as lives from upward group by 1, 2, 3
       union
       select c.account_id, c.audit_id, c.id, d.lives and c.deleted_version is null
         from downward d join ${tx.schema}.tree_item c
           on c.account_id = d.account_id and c.audit_id = d.audit_id and c.parent_id = d.id
     )
     update ${tx.schema}.tree_item t set live = d.lives from downward d
      where t.account_id = d.account_id and t.audit_id = d.audit_id and t.id = d.id
        and t.live is distinct from d.lives
      returning t.account_id as "accountId", t.type, t.assignee`,
    [roots.map((row) => row.accountId), roots.map((row) => row.auditId), roots.map((row) => row.id)],
  );
}
