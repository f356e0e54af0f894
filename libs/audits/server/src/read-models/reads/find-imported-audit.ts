import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

export interface ImportedAudit {
  readonly id: AuditId;
  readonly code: string;
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
}

/** The account's latest audit created from a source; discarded imports do not count. */
export async function findImportedAudit(
  db: ReadDatabase,
  accountId: AccountId,
  sourceKey: string,
): Promise<ImportedAudit | null> {
  const [row] = await db.query<ImportedAudit[]>(
    `select id, code, name, to_json(created_at)#>>'{}' as "createdAt" from read.audit
      where account_id = $1 and source_key = $2 and not discarded and removal is null order by created_at desc limit 1`,
    [accountId, sourceKey],
  );
  return row ?? null;
}
