import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';
import type { ListFilter } from '@cotejo/ui/list';
import type { NoteStatus } from '@cotejo/worksheets-contracts';
import type { ShownNote } from './shown-notes.ts';

export const NOTE_FILTERS = ['unclosed', 'open', 'answered', 'closed', 'all'] as const;

export type NoteStatusFilter = (typeof NOTE_FILTERS)[number];

/** States that each choice lets through. */
const STATES: Readonly<Record<NoteStatusFilter, readonly NoteStatus[]>> = {
  unclosed: ['open', 'answered'],
  open: ['open'],
  answered: ['answered'],
  closed: ['closed'],
  all: ['open', 'answered', 'closed'],
};

/** The filter by state that a choice stands for. */
export const stateFilter = (choice: NoteStatusFilter): ListFilter => ({
  kind: 'among',
  values: STATES[choice],
});

/** The choice that stands for a filter by state; undefined for none or for one of another address. */
export const choiceOf = (filter: ListFilter | undefined): NoteStatusFilter | undefined =>
  filter?.kind === 'among'
    ? NOTE_FILTERS.find((choice) => STATES[choice].join() === filter.values.join())
    : undefined;

/** Notes by item, in the order of the tree; for ordered notes, the items in the order of their first one. */
export function groupByItem(
  view: AuditView,
  notes: readonly ShownNote[],
  isOrdered: boolean,
): readonly { readonly id: ItemId; readonly notes: readonly ShownNote[] }[] {
  const groups = new Map<ItemId, ShownNote[]>();
  for (const note of notes) groups.set(note.item, [...(groups.get(note.item) ?? []), note]);
  if (isOrdered) return [...groups].map(([id, ofItem]) => ({ id, notes: ofItem }));
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
