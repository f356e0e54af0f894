import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { AttachmentId, EvidenceQuery } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import type { AttachmentEntity } from './attachment.entity.ts';

type Database = Pick<DataSource, 'query'>;
export type AttachmentRow = Omit<AttachmentEntity, 'accountId' | 'auditId'>;

const SELECT = `select attachment_id as "attachmentId", item_id as "itemId", field, name, sha256,
  bytes::float8 as bytes, mime, family, revision, replaces, replaced, removed, signatures, removals,
  copy_of as "copyOf",
  added, version,
  created_by as "createdBy", to_json(created_at)#>>'{}' as "createdAt"
  from read.attachment a where account_id = $1 and audit_id = $2`;

/** All files of a worksheet, removed ones and older versions included, oldest first. */
export function attachmentsOfItem(
  db: Database,
  account: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<AttachmentRow[]> {
  return db.query<AttachmentRow[]>(`${SELECT} and item_id = $3 order by added`, [account, audit, item]);
}

/** Finds a file by its own id, or by the id that texts copied along with it use. */
export async function findAttachment(
  db: Database,
  account: AccountId,
  audit: AuditId,
  attachment: AttachmentId,
): Promise<AttachmentRow | null> {
  const [row] = await db.query<AttachmentRow[]>(
    `${SELECT} and (attachment_id = $3 or copy_of = $3)
      order by attachment_id = $3 desc, removed, added limit 1`,
    [account, audit, attachment],
  );
  return row ?? null;
}

/** SQL condition: the item or an ancestor is in the trash, or still being created by an operation. */
const IS_GONE = `exists (
  with recursive above as (
    select a.item_id as at
    union
    select p.parent_id from above join read.worksheet_place p
        on p.account_id = $1 and p.audit_id = $2 and p.item_id = above.at
     where p.parent_id is not null
  )
  select from above join read.worksheet_place p
    on p.account_id = $1 and p.audit_id = $2 and p.item_id = above.at
   where p.deleted or p.operation is not null)`;

/**
 * Current files on items outside the trash, newest first; reads one more than the limit, to detect a next
 * page.
 */
export function evidenceOf(
  db: Database,
  account: AccountId,
  audit: AuditId,
  { item, campo, tipo, persona, firmado, antes, limite }: EvidenceQuery,
): Promise<AttachmentRow[]> {
  return db.query<AttachmentRow[]>(
    `${SELECT} and not removed and not replaced
       and ($3::text is null or item_id = $3) and ($4::text is null or field = $4)
       and ($5::text is null or family = $5) and ($6::uuid is null or created_by = $6)
       and ($7::boolean is null or (signatures <> '[]') = $7) and ($8::int is null or added < $8)
       and not ${IS_GONE}
     order by added desc limit $9`,
    [
      account,
      audit,
      item ?? null,
      campo ?? null,
      tipo ?? null,
      persona ?? null,
      firmado ?? null,
      antes ?? null,
      limite + 1,
    ],
  );
}

/**
 * Files changed after an audit version, in that order. Rows that share a version (a new file and the replaced
 * one) stay together.
 */
export async function attachmentsChangedAfter(
  db: Database,
  account: AccountId,
  audit: AuditId,
  version: number,
  limit: number,
): Promise<AttachmentRow[]> {
  const rows = await db.query<AttachmentRow[]>(`${SELECT} and version > $3 order by version limit $4`, [
    account,
    audit,
    version,
    limit + 1,
  ]);
  return rows.filter((row, index) => index < limit || row.version === rows[limit - 1]?.version);
}

/** Audit version of the last change of any file; -1 if there is none. */
export async function newestAttachmentChange(
  db: Database,
  account: AccountId,
  audit: AuditId,
): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    'select max(version) as newest from read.attachment where account_id = $1 and audit_id = $2',
    [account, audit],
  );
  return row?.newest ?? -1;
}
