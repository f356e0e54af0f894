import { userId, type UserId } from '@cotejo/access-contracts';
import { itemId, type ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { noteId, noteStatus, type NoteId, type NoteStatus } from '@cotejo/worksheets-contracts';
import { z } from 'zod';

export const REVIEW_NOTES_SLICE = 'review-notes';

/** A note as the rules need it; its text is in the vault. */
export interface ReviewNote {
  readonly item: ItemId;
  readonly author: UserId;
  readonly status: NoteStatus;
  /** Number of entries in its thread. */
  readonly entries: number;
}

/** Notes by id. Immutable, so that overlays may share it. */
export type ReviewNotes = ReadonlyMap<NoteId, ReviewNote>;

const NONE: ReviewNotes = new Map();

/** Typed state of the slice; empty before its first event. */
export const notesFrom = (state: unknown): ReviewNotes => (state instanceof Map ? state : NONE);

/** Notes of the audit that a view knows; a browser knows only its own pending ones. */
export const notesIn = (view: AuditView): ReviewNotes => notesFrom(view.slice(REVIEW_NOTES_SLICE));

/** Unclosed notes on an item. */
export function unclosedNotesOn(view: AuditView, item: ItemId): readonly NoteId[] {
  return [...notesIn(view)].flatMap(([id, note]) =>
    note.item === item && note.status !== 'closed' ? [id] : [],
  );
}

/** Removes the notes of purged items. */
export function forgetNotesOn(state: unknown, items: readonly ItemId[]): ReviewNotes {
  const gone = new Set(items);
  return new Map([...notesFrom(state)].filter(([, note]) => !gone.has(note.item)));
}

/** Notes added, removed or continued between two states, by item. */
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
/** @throws ZodError if the JSON is no frozen state of notes */
export const thawNotes = (json: unknown): ReviewNotes => new Map(frozenNotes.parse(json));
