import type { ItemId } from '@cotejo/audits-contracts';
import type { NotePerson, NoteView } from '@cotejo/worksheets-contracts';
import { atom, useAtomValue, type Atom } from 'jotai';
import { useMemo } from 'react';
import { mentions } from './note-facts.ts';
import { shownNotes, type NoteRows, type OwnNoteIntent } from './shown-notes.ts';

/** Counts of an item's notes that are not closed. */
export interface OpenNotes {
  readonly open: number;
  readonly answered: number;
  /** Whether one of them mentions this user. */
  readonly namesMe: boolean;
}

/** Counts of a field's notes. */
export interface FieldNotes {
  readonly unclosed: number;
  readonly closed: number;
}

const NO_ROWS: NoteRows = new Map<NoteView['id'], NoteView>();
const NOBODY: NotePerson = { id: '' as NotePerson['id'], name: '', sigla: '' };

/** Rows of the open audit's notes from the feed. */
export const noteRowsAtom = atom<NoteRows>(NO_ROWS);
/** Whether the feed sent the initial rows; `refused` if this user may not read them. */
export const notesStateAtom = atom<'waiting' | 'live' | 'refused'>('waiting');
export const ownNoteIntentsAtom = atom<readonly OwnNoteIntent[]>([]);
/** Field whose notes are open; marked in its worksheet. */
export const notedPlaceAtom = atom<{ readonly item: ItemId; readonly field: string } | null>(null);
export const notesReaderAtom = atom<NotePerson>(NOBODY);

/** Notes of the open audit including this user's pending intents, oldest first. */
export const shownNotesAtom = atom((get) =>
  shownNotes(get(noteRowsAtom), get(ownNoteIntentsAtom), get(notesReaderAtom)),
);

const openNotesAtom = atom((get): ReadonlyMap<ItemId, OpenNotes> => {
  const { id: me } = get(notesReaderAtom);
  const counts = new Map<ItemId, OpenNotes>();
  for (const note of get(shownNotesAtom)) {
    const { item, status } = note;
    if (status === 'closed') continue;
    const count = counts.get(item) ?? { open: 0, answered: 0, namesMe: false };
    const namesMe = count.namesMe || mentions(note, me);
    counts.set(item, { ...count, namesMe, [status]: count[status] + 1 });
  }
  return counts;
});

/** Counts by item and field. */
const fieldNotesAtom = atom((get): ReadonlyMap<string, FieldNotes> => {
  const counts = new Map<string, FieldNotes>();
  for (const { item, field, status } of get(shownNotesAtom)) {
    if (field === null) continue;
    const place = `${item} ${field}`;
    const { unclosed, closed } = counts.get(place) ?? { unclosed: 0, closed: 0 };
    counts.set(
      place,
      status === 'closed' ? { unclosed, closed: closed + 1 } : { unclosed: unclosed + 1, closed },
    );
  }
  return counts;
});

/** Entry of a map atom; compared by value, so that equal counts cause no render. */
function useCounted<K, V extends object>(of: Atom<ReadonlyMap<K, V>>, key: K): V | undefined {
  const said = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const found = get(of).get(key);
          return found && JSON.stringify(found);
        }),
      [of, key],
    ),
  );
  return useMemo(() => (said === undefined ? undefined : (JSON.parse(said) as V)), [said]);
}

/** Counts of an item's unclosed notes; undefined for none. Renders only when they change. */
export const useOpenNotes = (item: ItemId): OpenNotes | undefined => useCounted(openNotesAtom, item);

/** Counts of a field's notes; undefined for none. */
export const useFieldNotes = (item: ItemId, field: string): FieldNotes | undefined =>
  useCounted(fieldNotesAtom, `${item} ${field}`);

export const EMPTY_ROWS = NO_ROWS;
