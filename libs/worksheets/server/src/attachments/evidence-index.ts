import type { AccountId } from '@cotejo/access-contracts';
import { auditStream, type AuditId, type EvidenceIndex, type ItemId } from '@cotejo/audits-contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { DataSource } from 'typeorm';

export interface EvidenceSources {
  readonly db: Pick<DataSource, 'query'>;
  /** Runner of the worksheets projector on this node. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}

/** Milliseconds that summaries wait for these rows to reach their own version. */
const PATIENCE_MS = 500;

/** Tells which worksheets have evidence: a current file, or text in a field of evidence. */
export function evidenceIndex({ db, projection }: EvidenceSources): EvidenceIndex {
  return {
    async evidenced(account, { audit, version }, items) {
      if (!(await projection.waitFor(auditStream(audit), version, PATIENCE_MS))) return null;
      const rows = await readEvidenced(db, account, audit, items);
      return new Set(rows.map(({ item }) => item));
    },
  };
}

const readEvidenced = (
  db: EvidenceSources['db'],
  account: AccountId,
  audit: AuditId,
  items: readonly ItemId[],
): Promise<{ readonly item: ItemId }[]> =>
  db.query(
    `select item_id as item from read.attachment
      where account_id = $1 and audit_id = $2 and item_id = any ($3::text[]) and not removed and not replaced
      union
     select item_id from read.text_revision
      where account_id = $1 and audit_id = $2 and item_id = any ($3::text[])
        and latest and characters > 0 and (field = 'evidence' or field like 'instruction.%.evidence')`,
    [account, audit, [...items]],
  );
