import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { NoteId, NoteStatus } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import type { ReviewNoteRow } from './fold-notes.ts';

type Database = Pick<DataSource, 'query'>;

/** Columns of a row, named as in the fold. */
export const NOTE_COLUMNS = `
  account_id as "accountId", audit_id as "auditId", note_id as "noteId", item_id as "itemId", field, status,
  added, version, created_by as "createdBy", to_json(created_at)#>>'{}' as "createdAt", text, entries`;

const SELECT = `select ${NOTE_COLUMNS} from read.review_note where account_id = $1 and audit_id = $2`;

export interface NoteFilter {
  readonly note?: NoteId | undefined;
  readonly item?: ItemId | undefined;
  readonly status?: NoteStatus | undefined;
  readonly author?: UserId | undefined;
  /** Field of the worksheet. */
  readonly field?: string | undefined;
  /** User mentioned in the note or its thread. */
  readonly names?: UserId | undefined;
}

/** Items with notes that are deleted, or have a deleted ancestor. */
const GONE = `
  with recursive above as (
    select distinct item_id, item_id as at from read.review_note where account_id = $1 and audit_id = $2
    union
    select a.item_id, p.parent_id
      from above a join read.worksheet_place p on p.account_id = $1 and p.audit_id = $2 and p.item_id = a.at
     where p.parent_id is not null
  ), gone as (
    select a.item_id
      from above a join read.worksheet_place p on p.account_id = $1 and p.audit_id = $2 and p.item_id = a.at
     where p.deleted
  )`;

/** Notes on items outside the trash, oldest first. */
export function listNotes(
  db: Database,
  account: AccountId,
  audit: AuditId,
  { note, item, status, author, field, names }: NoteFilter,
): Promise<ReviewNoteRow[]> {
  return db.query<ReviewNoteRow[]>(
    `${GONE} ${SELECT} and ($3::text is null or item_id = $3) and ($4::text is null or status = $4)
       and ($5::uuid is null or created_by = $5) and ($6::uuid is null or note_id = $6)
       and ($7::text is null or field = $7)
       and ($8::uuid is null or note_id in (
         select note_id from read.note_mention where account_id = $1 and audit_id = $2 and user_id = $8))
       and item_id not in (select item_id from gone) order by added`,
    [
      ...[account, audit, item ?? null, status ?? null, author ?? null, note ?? null],
      ...[field ?? null, names ?? null],
    ],
  );
}

/** All notes on an item, even a deleted one, oldest first. */
export function notesOfItem(
  db: Database,
  account: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<ReviewNoteRow[]> {
  return db.query<ReviewNoteRow[]>(`${SELECT} and item_id = $3 order by added`, [account, audit, item]);
}

/** One note, even on a deleted item; null if there is none. */
export async function findNote(
  db: Database,
  account: AccountId,
  audit: AuditId,
  note: NoteId,
): Promise<ReviewNoteRow | null> {
  const [row] = await db.query<ReviewNoteRow[]>(`${SELECT} and note_id = $3`, [account, audit, note]);
  return row ?? null;
}

/** Notes changed after an audit version, in that order. */
export function notesChangedAfter(
  db: Database,
  account: AccountId,
  audit: AuditId,
  version: number,
  limit: number,
): Promise<ReviewNoteRow[]> {
  return db.query<ReviewNoteRow[]>(`${SELECT} and version > $3 order by version limit $4`, [
    account,
    audit,
    version,
    limit,
  ]);
}

/** Audit version of the last change of any note; -1 if there is none. */
export async function newestNoteChange(db: Database, account: AccountId, audit: AuditId): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    'select max(version) as newest from read.review_note where account_id = $1 and audit_id = $2',
    [account, audit],
  );
  return row?.newest ?? -1;
}
