import type { ProjectionTransaction } from '@cotejo/projections';
import { PROGRESS_TABLE } from './note-progress.ts';
import type { AuditRowState } from './tables/audit-rows.ts';
import {
  CHANGE_TABLE,
  DECLARATION_TABLE,
  MEMBER_TABLE,
  STRETCH_TABLE,
  TIME_TABLE,
  TREE_ITEM_TABLE,
} from './tables/audit-tables.ts';

/** Tables whose rows belong to one audit. */
const TABLES = [
  ...[MEMBER_TABLE, DECLARATION_TABLE, STRETCH_TABLE, TIME_TABLE, TREE_ITEM_TABLE, CHANGE_TABLE].map(
    ({ table }) => table,
  ),
  PROGRESS_TABLE,
];

/** Deletes the rows of purged audits. Their own rows stay, discarded, so that feeds tell their removal. */
export async function purgeAudits(
  tx: ProjectionTransaction,
  purged: readonly Pick<AuditRowState, 'accountId' | 'id'>[],
): Promise<void> {
  if (purged.length === 0) return;
  for (const table of TABLES) {
    await tx.query(
      `delete from ${tx.schema}.${table} t using unnest($1::uuid[], $2::uuid[]) p(account_id, audit_id)
        where t.account_id = p.account_id and t.audit_id = p.audit_id`,
      [purged.map(({ accountId }) => accountId), purged.map(({ id }) => id)],
    );
  }
}
