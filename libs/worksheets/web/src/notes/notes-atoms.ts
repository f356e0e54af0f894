import type { ItemId } from '@cotejo/audits-contracts';
import type { NotePerson, NoteView } from '@cotejo/worksheets-contracts';
import { atom, useAtomValue, type Atom } from 'jotai';
import { useMemo } from 'react';
import { mentions } from './note-facts.ts';
import { shownNotes, type NoteRows, type OwnNoteIntent } from './shown-notes.ts';

/** Notes of the open audit that are not closed: by item, those without an answer and those with one. */
export interface OpenNotes {
  readonly open: number;
  readonly answered: number;
  /** One of them names this person. */
  readonly namesMe: boolean;
}

/** All notes of a field, those that are not closed apart. */
export interface FieldNotes {
  readonly unclosed: number;
  readonly closed: number;
}

const NO_ROWS: NoteRows = new Map<NoteView['id'], NoteView>();
const NOBODY: NotePerson = { id: '' as NotePerson['id'], name: '', sigla: '' };

/** What the feed told of the open audit's notes. */
export const noteRowsAtom = atom<NoteRows>(NO_ROWS);
/** Whether the feed gave what there was at the beginning; `refused` when this person may not read them. */
export const notesStateAtom = atom<'waiting' | 'live' | 'refused'>('waiting');
export const ownNoteIntentsAtom = atom<readonly OwnNoteIntent[]>([]);
export const notesReaderAtom = atom<NotePerson>(NOBODY);

/** The notes of the open audit as this person sees them, in the order in which they were written. */
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

/** By item and field. */
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

/** What an atom of maps has for a key; the same object, and no drawing, as long as it says the same. */
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

/** An item's notes that are not closed; undefined when there are none. Renders again only when they change. */
export const useOpenNotes = (item: ItemId): OpenNotes | undefined => useCounted(openNotesAtom, item);

/** The notes of a field of an item's worksheet; undefined when there are none. */
export const useFieldNotes = (item: ItemId, field: string): FieldNotes | undefined =>
  useCounted(fieldNotesAtom, `${item} ${field}`);

export const EMPTY_ROWS = NO_ROWS;
