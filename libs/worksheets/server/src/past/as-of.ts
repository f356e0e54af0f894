import type { NoteStatus } from '@cotejo/worksheets-contracts';
import type { AttachmentRow } from '../attachments/read-attachments.ts';
import type { ReviewNoteRow } from '../notes/fold-notes.ts';
import type { NoteEntry } from '../notes/review-note.entity.ts';

/** Files of a worksheet as of an audit version. */
export function attachmentsAsOf(rows: readonly AttachmentRow[], version: number): AttachmentRow[] {
  const there = rows.filter(({ added }) => added <= version);
  return there.map((row) => {
    const signatures = row.signatures.filter((one) => one.version <= version);
    const newer = there.filter(({ replaces }) => replaces === row.attachmentId);
    const changes = [row, ...newer].flatMap((one) => [
      one.added,
      ...one.removals.map((removal) => removal.version),
    ]);
    return {
      ...row,
      signatures,
      removals: row.removals.filter((one) => one.version <= version),
      removed: isRemovedAt(row, version),
      replaced: newer.some((one) => !isRemovedAt(one, version)),
      version: Math.max(
        ...changes.filter((change) => change <= version),
        ...signatures.map((one) => one.version),
      ),
    };
  });
}

const isRemovedAt = ({ removals }: AttachmentRow, version: number): boolean =>
  removals.findLast((one) => one.version <= version)?.removed ?? false;

const STATUS_AFTER: Readonly<Partial<Record<NoteEntry['kind'], NoteStatus>>> = {
  answer: 'answered',
  close: 'closed',
  reopen: 'open',
};

/** Notes as of an audit version, with their threads so far. */
export function notesAsOf(rows: readonly ReviewNoteRow[], version: number): ReviewNoteRow[] {
  return rows
    .filter(({ added }) => added <= version)
    .map((row) => {
      const entries = row.entries.filter((entry) => entry.version <= version);
      const status = entries.reduce<NoteStatus>((now, { kind }) => STATUS_AFTER[kind] ?? now, 'open');
      return { ...row, entries, status, version: entries.at(-1)?.version ?? row.added };
    });
}
