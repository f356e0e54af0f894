import type { ProjectionTransaction } from '@cotejo/projections';
import { foldNotes, placeOfNote, type NoteChange, type ReviewNoteRow } from './fold-notes.ts';
import { NOTE_COLUMNS } from './read-notes.ts';

/** Writes `review_note`: each note's state after the batch, in one statement. */
export async function writeNotes(changes: readonly NoteChange[], tx: ProjectionTransaction): Promise<void> {
  if (changes.length === 0) return;
  const rows = foldNotes(changes, await notesBefore(changes, tx));
  await tx.query(
    `insert into ${tx.schema}.review_note
       (account_id, audit_id, note_id, item_id, field, status, added, version, created_by, created_at, text,
        entries)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[],
                          $8::int[], $9::uuid[], $10::timestamptz[], $11::jsonb[], $12::jsonb[])
     on conflict (account_id, audit_id, note_id) do update set
       status = excluded.status, version = excluded.version, entries = excluded.entries`,
    [
      rows.map(({ accountId }) => accountId),
      rows.map(({ auditId }) => auditId),
      rows.map(({ noteId }) => noteId),
      rows.map(({ itemId }) => itemId),
      rows.map(({ field }) => field),
      rows.map(({ status }) => status),
      rows.map(({ added }) => added),
      rows.map(({ version }) => version),
      rows.map(({ createdBy }) => createdBy),
      rows.map(({ createdAt }) => createdAt),
      rows.map(({ text }) => JSON.stringify(text)),
      rows.map(({ entries }) => JSON.stringify(entries)),
    ],
  );
}

async function notesBefore(
  changes: readonly NoteChange[],
  tx: ProjectionTransaction,
): Promise<ReadonlyMap<string, ReviewNoteRow>> {
  const older = changes.filter(({ event }) => event.type !== 'NoteAdded');
  if (older.length === 0) return new Map();
  const rows = await tx.query<ReviewNoteRow>(
    `select ${NOTE_COLUMNS} from ${tx.schema}.review_note
      where (account_id, audit_id, note_id) in (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]))`,
    [
      older.map(({ account }) => account),
      older.map(({ audit }) => audit),
      older.map(({ event }) => event.data.note),
    ],
  );
  return new Map(rows.map((row) => [placeOfNote(row.auditId, row.noteId), row]));
}
