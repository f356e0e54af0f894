import type { AccountId } from '@cotejo/access-contracts';
import type { AuditMirror } from '@cotejo/audits-domain';
import type { AuditListEntry } from './list-audits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readStretches } from './read-stretches.ts';
import { readFigures } from './read-tree.ts';
import { viewOfFigures } from './view-of-rows.ts';

/** The living items of an audit, reduced to the fields that figures need, with its sprints and visits. */
export async function readWholeFigures(
  db: ReadDatabase,
  accountId: AccountId,
  { id, recordType }: Pick<AuditListEntry, 'id' | 'recordType'>,
): Promise<AuditMirror> {
  const [rows, stretches] = await Promise.all([
    readFigures(db, accountId, id),
    readStretches(db, accountId, id),
  ]);
  return viewOfFigures(rows, recordType, stretches);
}
