import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, SealedText } from '@cotejo/audits-contracts';
import type { NoteEvent } from '@cotejo/worksheets-contracts';
import type { NoteEntry, ReviewNoteEntity } from './review-note.entity.ts';

export type ReviewNoteRow = Readonly<ReviewNoteEntity>;

/** An event about a note, with its place in the audit and its author. */
export interface NoteChange {
  readonly account: AccountId;
  readonly audit: AuditId;
  readonly version: number;
  readonly at: string;
  readonly actor: UserId;
  readonly event: NoteEvent;
}

export const placeOfNote = (audit: string, note: string): string => `${audit}/${note}`;

/**
 * Folds a batch, in the order of the log, into rows: the last state of each changed note.
 * @param before current notes, by `placeOfNote`
 * @throws when an event refers to a note that was never added, which parks its stream
 */
export function foldNotes(
  changes: readonly NoteChange[],
  before: ReadonlyMap<string, ReviewNoteRow>,
): readonly ReviewNoteRow[] {
  const rows = new Map<string, ReviewNoteRow>();
  for (const change of changes) {
    const place = placeOfNote(change.audit, change.event.data.note);
    rows.set(place, afterChange(rows.get(place) ?? before.get(place), change));
  }
  return [...rows.values()];
}

function afterChange(row: ReviewNoteRow | undefined, change: NoteChange): ReviewNoteRow {
  const { account, audit, version, at, actor, event } = change;
  if (event.type === 'NoteAdded') {
    const { id, note, field, text } = event.data;
    return {
      accountId: account,
      auditId: audit,
      noteId: note,
      itemId: id,
      field,
      status: 'open',
      added: version,
      version,
      createdBy: actor,
      createdAt: at,
      text,
      entries: [],
    };
  }
  if (!row) throw new Error(`${audit} ${version} speaks of note ${event.data.note}, which was never added`);
  const entry = (kind: NoteEntry['kind'], text: SealedText | null): readonly NoteEntry[] => [
    ...row.entries,
    { id: event.data.entry, kind, by: actor, at, version, text },
  ];
  switch (event.type) {
    case 'NoteReplied':
      return { ...row, version, entries: entry('reply', event.data.text) };
    case 'NoteAnswered':
      return { ...row, version, status: 'answered', entries: entry('answer', event.data.text) };
    case 'NoteClosed':
      return { ...row, version, status: 'closed', entries: entry('close', null) };
    case 'NoteReopened':
      return { ...row, version, status: 'open', entries: entry('reopen', event.data.reason) };
  }
}
