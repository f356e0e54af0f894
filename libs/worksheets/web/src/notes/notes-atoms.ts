import type { ItemId } from '@cotejo/audits-contracts';
import type { NotePerson, NoteView } from '@cotejo/worksheets-contracts';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { shownNotes, type NoteRows, type OwnNoteIntent } from './shown-notes.ts';

/** Notes of the open audit that are not closed: by item, those without an answer and those with one. */
export interface OpenNotes {
  readonly open: number;
  readonly answered: number;
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
  const counts = new Map<ItemId, { open: number; answered: number }>();
  for (const { item, status } of get(shownNotesAtom)) {
    if (status === 'closed') continue;
    const count = counts.get(item) ?? { open: 0, answered: 0 };
    count[status]++;
    counts.set(item, count);
  }
  return counts;
});

/** An item's notes that are not closed; undefined when there are none. Renders again only when they change. */
export function useOpenNotes(item: ItemId): OpenNotes | undefined {
  const counts = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const of = get(openNotesAtom).get(item);
          return of ? `${of.open} ${of.answered}` : undefined;
        }),
      [item],
    ),
  );
  return useMemo(() => {
    if (counts === undefined) return undefined;
    const [open = 0, answered = 0] = counts.split(' ').map(Number);
    return { open, answered };
  }, [counts]);
}

export const EMPTY_ROWS = NO_ROWS;
