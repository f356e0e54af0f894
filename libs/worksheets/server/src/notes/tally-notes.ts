import type { AccountId } from '@cotejo/access-contracts';
import { auditStream, type AuditId, type NoteCounts, type NoteTallies } from '@cotejo/audits-contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { NoteStatus } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';

export interface NoteTallySources {
  readonly db: Pick<DataSource, 'query'>;
  /** Runner of the worksheets projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}

/** Milliseconds that lists wait for these rows to reach their own version. */
const PATIENCE_MS = 500;

interface Tally {
  readonly audit: AuditId;
  readonly status: NoteStatus;
  readonly count: number;
}

/**
 * Counts the review notes of audits for their lists; only on items outside the trash, as the list of notes
 * does.
 */
export function noteTallies({ db, projection }: NoteTallySources): NoteTallies {
  return {
    async countNotes(account, audits, upTo) {
      if (upTo && !(await projection.waitFor(auditStream(upTo.audit), upTo.version, PATIENCE_MS)))
        return null;
      return byAudit(await readTallies(db, account, audits));
    },
  };
}

function byAudit(tallies: readonly Tally[]): ReadonlyMap<AuditId, NoteCounts> {
  const counts = new Map<AuditId, { open: number; answered: number; closed: number }>();
  for (const { audit, status, count } of tallies) {
    const of = counts.get(audit) ?? { open: 0, answered: 0, closed: 0 };
    of[status] = count;
    counts.set(audit, of);
  }
  return counts;
}

function readTallies(
  db: NoteTallySources['db'],
  account: AccountId,
  audits: readonly AuditId[],
): Promise<Tally[]> {
  return db.query<Tally[]>(
    `with recursive above as (
       select distinct audit_id, item_id, item_id as at from read.review_note
        where account_id = $1 and audit_id = any ($2::uuid[])
       union
       select a.audit_id, a.item_id, p.parent_id
         from above a join read.worksheet_place p
           on p.account_id = $1 and p.audit_id = a.audit_id and p.item_id = a.at
        where p.parent_id is not null
     ), gone as (
       select a.audit_id, a.item_id
         from above a join read.worksheet_place p
           on p.account_id = $1 and p.audit_id = a.audit_id and p.item_id = a.at
        where p.deleted
     )
     select n.audit_id as audit, n.status, count(*)::int as count from read.review_note n
      where n.account_id = $1 and n.audit_id = any ($2::uuid[])
        and not exists (select from gone g where g.audit_id = n.audit_id and g.item_id = n.item_id)
      group by n.audit_id, n.status`,
    [account, [...audits]],
  );
}
