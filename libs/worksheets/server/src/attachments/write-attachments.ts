import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import { holdContent } from '@cotejo/files/server';
import { familyOf, type AttachmentEvent } from '@cotejo/worksheets-contracts';

/** An event about a file, with its place in the audit and its author. */
export interface AttachmentChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly version: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly actor: UserId;
  readonly event: AttachmentEvent;
}

/** Writes `attachment`, one event at a time: files are rare compared with texts. */
export async function writeAttachments(
  changes: readonly AttachmentChange[],
  tx: ProjectionTransaction,
): Promise<void> {
  for (const change of changes) await writeOne(change, tx);
}

async function writeOne(change: AttachmentChange, tx: ProjectionTransaction): Promise<void> {
  const { account, audit, version, at, actor, event } = change;
  const key = [account, audit, event.data.attachment];
  const here = 'account_id = $1 and audit_id = $2 and attachment_id = $3';
  if (event.type === 'AttachmentAdded' || event.type === 'AttachmentCopied') {
    const { id, field, name, file } = event.data;
    const { replaces, revision, of: copyOf } = { replaces: null, revision: 1, of: null, ...event.data };
    await tx.query(
      `insert into ${tx.schema}.attachment
         (account_id, audit_id, attachment_id, item_id, field, name, sha256, bytes, mime, family, revision,
          replaces, replaced, removed, signatures, added, version, created_by, created_at, copy_of)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, false, false, '[]', $13, $13, $14, $15, $16)
       on conflict (account_id, audit_id, attachment_id) do nothing`,
      [
        ...key,
        id,
        field,
        JSON.stringify(name),
        file.sha256,
        file.bytes,
        file.mime,
        familyOf(file.mime),
        revision,
        replaces,
        version,
        actor,
        at,
        copyOf,
      ],
    );
    // Uploads register their use of the content before the event; copies register it here.
    if (copyOf !== null) await tx.query(...holdContent(account, event.data.attachment, file.sha256, at));
    return markReplaced(change, true, tx);
  }
  if (event.type === 'AttachmentSigned') {
    const signature = JSON.stringify([{ mark: event.data.mark, by: actor, at, version }]);
    await tx.query(
      `update ${tx.schema}.attachment set signatures = signatures || $4::jsonb, version = $5 where ${here}`,
      [...key, signature, version],
    );
    return;
  }
  const removed = event.type === 'AttachmentRemoved';
  await tx.query(
    `update ${tx.schema}.attachment set removed = $4, version = $5, removals = removals || $6::jsonb where ${here}`,
    [...key, removed, version, JSON.stringify([{ removed, version }])],
  );
  await markReplaced(change, !removed, tx);
}

/** Marks the replaced version; removing the new version makes the replaced one current again. */
async function markReplaced(
  { account, audit, version, event }: AttachmentChange,
  replaced: boolean,
  tx: ProjectionTransaction,
): Promise<void> {
  await tx.query(
    `update ${tx.schema}.attachment old set replaced = $4, version = $5
       from ${tx.schema}.attachment newer
      where newer.account_id = $1 and newer.audit_id = $2 and newer.attachment_id = $3
        and old.account_id = $1 and old.audit_id = $2 and old.attachment_id = newer.replaces`,
    [account, audit, event.data.attachment, replaced, version],
  );
}
