import type { AccessDirectory, AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { WorksheetContentsView } from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import { toAttachmentViews } from '../attachments/attachment-views.ts';
import { attachmentsOfItem } from '../attachments/read-attachments.ts';
import { toNoteViews } from '../notes/note-views.ts';
import { notesOfItem } from '../notes/read-notes.ts';
import { NO_PROGRAMME, programmeTexts } from '../programme/programme-texts.ts';
import { textsAt } from '../texts/read-revisions.ts';
import type { TextVault } from '../texts/text-vault.ts';
import { toTextViews } from '../texts/text-views.ts';
import { attachmentsAsOf, notesAsOf } from './as-of.ts';

export interface ContentsSources {
  readonly db: Pick<DataSource, 'query'>;
  readonly vault: TextVault;
  readonly directory: AccessDirectory;
}

export interface PastWorksheet {
  readonly audit: AuditId;
  readonly item: ItemId;
  readonly version: number;
}

/**
 * Content of a worksheet at an audit version; null if the item is not in the audit or was purged. The
 * caller's right to read is checked before.
 * @throws AlteredText when a text does not match its seal: no content is better than a false one
 */
export async function readContents(
  sources: ContentsSources,
  account: AccountId,
  { audit, item, version }: PastWorksheet,
): Promise<WorksheetContentsView | null> {
  const { db } = sources;
  if (!(await isKept(db, account, audit, item))) return null;
  const [texts, files, notes, brought] = await Promise.all([
    textsAt(db, account, audit, item, version),
    attachmentsOfItem(db, account, audit, item),
    notesOfItem(db, account, audit, item),
    programmeTexts(sources, account, audit, item),
  ]);
  const programme = brought.version <= version ? brought : NO_PROGRAMME;
  const [textos, adjuntos, notas] = await Promise.all([
    toTextViews(sources, account, texts, programme.texts),
    toAttachmentViews(sources, account, attachmentsAsOf(files, version)),
    toNoteViews(sources, account, notesAsOf(notes, version)),
  ]);
  return { modelo_id: item, version, textos, adjuntos, notas };
}

async function isKept(
  db: ContentsSources['db'],
  account: AccountId,
  audit: AuditId,
  item: ItemId,
): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    'select from read.worksheet_place where account_id = $1 and audit_id = $2 and item_id = $3',
    [account, audit, item],
  );
  return rows.length > 0;
}
