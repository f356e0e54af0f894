import type { RunningImport } from '@cotejo/audits-contracts';
import type { ReadDatabase } from './read-database.ts';

/** Imports that run in any account and whose last change was made before a moment. */
export function findStalledImports(db: ReadDatabase, before: Date): Promise<RunningImport[]> {
  return db.query<RunningImport[]>(
    `select a.id as audit, a.account_id as account, a.operation, a.created_by as "by"
       from read.audit a
       join read.change c on c.account_id = a.account_id and c.audit_id = a.id and c.version = a.version
      where a.operation_kind = 'import' and not a.discarded and c.at < $1`,
    [before],
  );
}
