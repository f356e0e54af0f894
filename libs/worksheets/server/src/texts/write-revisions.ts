import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import type { TextRevised } from '@cotejo/worksheets-contracts';

export interface RevisionChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly version: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly revision: TextRevised['data'];
}

/** Writes `text_revision`: all revisions of a batch in two statements. */
export async function writeRevisions(
  changes: readonly RevisionChange[],
  tx: ProjectionTransaction,
): Promise<void> {
  if (changes.length === 0) return;
  const newest = new Map<string, RevisionChange>();
  for (const change of changes) newest.set(textOf(change), change);
  const last = [...newest.values()];
  await tx.query(
    `update ${tx.schema}.text_revision t set latest = false
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) n(account_id, audit_id, item_id, field)
      where t.account_id = n.account_id and t.audit_id = n.audit_id and t.item_id = n.item_id
        and t.field = n.field and t.latest`,
    [
      last.map(({ account }) => account),
      last.map(({ audit }) => audit),
      last.map(({ revision }) => revision.id),
      last.map(({ revision }) => revision.field),
    ],
  );
  await tx.query(
    `insert into ${tx.schema}.text_revision
       (account_id, audit_id, item_id, field, rev, version, ref, hash, length, characters, authors, at, latest)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::uuid[],
                          $8::text[], $9::int[], $10::int[], $11::jsonb[], $12::timestamptz[], $13::boolean[])
     on conflict (account_id, audit_id, item_id, field, rev) do nothing`,
    [
      changes.map(({ account }) => account),
      changes.map(({ audit }) => audit),
      changes.map(({ revision }) => revision.id),
      changes.map(({ revision }) => revision.field),
      changes.map(({ revision }) => revision.rev),
      changes.map(({ version }) => version),
      changes.map(({ revision }) => revision.text?.ref ?? null),
      changes.map(({ revision }) => revision.text?.hash ?? null),
      changes.map(({ revision }) => revision.text?.length ?? null),
      changes.map(({ revision }) => revision.characters),
      changes.map(({ revision }) => JSON.stringify(revision.authors)),
      changes.map(({ at }) => at),
      changes.map((change) => newest.get(textOf(change)) === change),
    ],
  );
}

const textOf = ({ account, audit, revision }: RevisionChange): string =>
  `${account}/${audit}/${revision.id}/${revision.field}`;
