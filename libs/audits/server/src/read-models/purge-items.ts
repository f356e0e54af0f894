import type { ProjectionTransaction } from '@cotejo/projections';
import type { ItemKey } from './fold-audit-rows.ts';

/** Deletes the rows of purged items; the change log keeps their labels. */
export async function purgeItems(tx: ProjectionTransaction, purged: readonly ItemKey[]): Promise<void> {
  if (purged.length === 0) return;
  await tx.query(
    `delete from ${tx.schema}.tree_item t using unnest($1::uuid[], $2::uuid[], $3::text[]) p(account_id, audit_id, id)
      where t.account_id = p.account_id and t.audit_id = p.audit_id and t.id = p.id`,
    [purged.map((one) => one.accountId), purged.map((one) => one.auditId), purged.map((one) => one.id)],
  );
}
