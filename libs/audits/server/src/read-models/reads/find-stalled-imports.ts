import type { RunningImport } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Running imports and copies of any account whose last change is older than a moment. */
export function findStalledImports(db: ReadDatabase, before: Date): Promise<RunningImport[]> {
  return db.query<RunningImport[]>(
    `select a.id as audit, a.account_id as account, a.operation,
            coalesce(begun.by::uuid, a.created_by) as "by"
       from read.audit a
       join read.change c on c.account_id = a.account_id and c.audit_id = a.id and c.version = a.version
       left join lateral (
         select s.detail->>'by' as by from read.change s
          where s.account_id = a.account_id and s.audit_id = a.id and s.version = a.operation_since
       ) begun on true
      where a.operation is not null and not a.discarded and c.at < $1`,
    [before],
  );
}
