import { userId, type UserId } from '@cotejo/access-contracts';
import { itemId, type ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { noteId, noteStatus, type NoteId, type NoteStatus } from '@cotejo/worksheets-contracts';
import { z } from 'zod';

export const REVIEW_NOTES_SLICE = 'review-notes';

/** What the rules need of a note; what it says lies in the vault. */
export interface ReviewNote {
  readonly item: ItemId;
  readonly author: UserId;
  readonly status: NoteStatus;
  /** How often something was said or done under it. */
  readonly entries: number;
}

/** By note; a new map with each change, so that overlays may share it. */
export type ReviewNotes = ReadonlyMap<NoteId, ReviewNote>;

const NONE: ReviewNotes = new Map();

/** From the state of the slice; none while nothing happened in it. */
export const notesFrom = (state: unknown): ReviewNotes => (state instanceof Map ? state : NONE);

/** Notes of the audit that a view knows; a browser knows only those that it has just made itself. */
export const notesIn = (view: AuditView): ReviewNotes => notesFrom(view.slice(REVIEW_NOTES_SLICE));

/** Notes on an item that are not closed. */
export function unclosedNotesOn(view: AuditView, item: ItemId): readonly NoteId[] {
  return [...notesIn(view)].flatMap(([id, note]) =>
    note.item === item && note.status !== 'closed' ? [id] : [],
  );
}

/** Without the notes of items that left the plan for good. */
export function forgetNotesOn(state: unknown, items: readonly ItemId[]): ReviewNotes {
  const gone = new Set(items);
  return new Map([...notesFrom(state)].filter(([, note]) => !gone.has(note.item)));
}

/** Notes that are new in the second of two states, gone from it, or went on in between, by item. */
export function differingNotes(before: unknown, after: unknown): ReadonlyMap<ItemId, readonly string[]> {
  const [old, now] = [notesFrom(before), notesFrom(after)];
  const found = new Map<ItemId, string[]>();
  for (const [id, note] of [...now, ...[...old].filter(([id]) => !now.has(id))]) {
    if (old.get(id)?.entries === now.get(id)?.entries) continue;
    const of = found.get(note.item) ?? [];
    of.push(id);
    found.set(note.item, of);
  }
  return found;
}

const frozenNotes = z.array(
  z.tuple([
    noteId,
    z.object({ item: itemId, author: userId, status: noteStatus, entries: z.number().int().nonnegative() }),
  ]),
);

/** Plain JSON for snapshots. */
export const freezeNotes = (state: unknown): unknown => [...notesFrom(state)];
/** @throws ZodError on what is no frozen state of notes */
export const thawNotes = (json: unknown): ReviewNotes => new Map(frozenNotes.parse(json));
