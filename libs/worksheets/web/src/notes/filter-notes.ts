import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';
import { mentions } from './note-facts.ts';
import type { ShownNote } from './shown-notes.ts';

export const NOTE_FILTERS = ['unclosed', 'open', 'answered', 'closed', 'all'] as const;

export interface NoteFilter {
  readonly status: (typeof NOTE_FILTERS)[number];
  /** Id of a user; null = all. */
  readonly author: string | null;
  /** Field of the worksheet; null = all fields and the whole. */
  readonly field: string | null;
  /** Id of a mentioned user; null = with or without mentions. */
  readonly names: string | null;
}

export function filterNotes(
  notes: readonly ShownNote[],
  { status, author, field, names }: NoteFilter,
): readonly ShownNote[] {
  return notes.filter(
    (note) =>
      (author === null || note.by.id === author) &&
      (field === null || note.field === field) &&
      (names === null || mentions(note, names)) &&
      (status === 'all' || (status === 'unclosed' ? note.status !== 'closed' : note.status === status)),
  );
}

/** Notes by item, in the order of the tree. */
export function groupByItem(
  view: AuditView,
  notes: readonly ShownNote[],
): readonly { readonly id: ItemId; readonly notes: readonly ShownNote[] }[] {
  const groups = new Map<ItemId, ShownNote[]>();
  for (const note of notes) groups.set(note.item, [...(groups.get(note.item) ?? []), note]);
  const places = new Map([...groups.keys()].map((id) => [id, placeOf(view, id)]));
  const compare = ([a]: [ItemId, unknown], [b]: [ItemId, unknown]) =>
    comparePlaces(places.get(a) ?? [], places.get(b) ?? []);
  return [...groups].sort(compare).map(([id, ofItem]) => ({ id, notes: ofItem }));
}

/** Indexes among siblings, from the root down. */
function placeOf(view: AuditView, id: ItemId): readonly number[] {
  const place: number[] = [];
  for (let at: ItemId | null = id; at !== null;) {
    const parent: ItemId | null = view.get(at)?.place[0] ?? null;
    place.unshift(displayOrder(view, parent).indexOf(at));
    at = parent;
  }
  return place;
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < Math.min(a.length, b.length); level++) {
    const difference = (a[level] ?? 0) - (b[level] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
