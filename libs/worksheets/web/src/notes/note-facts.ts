import { namesPerson, type NotePerson } from '@cotejo/worksheets-contracts';
import type { ShownNote } from './shown-notes.ts';

/** Whether a note, or what was said about it, names a person. */
export const mentions = ({ text, entries }: ShownNote, person: string): boolean =>
  namesPerson(text, person) || entries.some((entry) => namesPerson(entry.text, person));

/** Who answered a note and who closed it, as it stands now. */
export interface NoteMarks {
  readonly completed: readonly NotePerson[];
  readonly reviewed: readonly NotePerson[];
}

/** The marks of a note: what was before its last reopening does not count. */
export function marksOf({ entries }: Pick<ShownNote, 'entries'>): NoteMarks {
  const standing = entries.slice(entries.findLastIndex(({ kind }) => kind === 'REAPERTURA') + 1);
  const by = (kind: 'RESPUESTA' | 'CIERRE') => [
    ...new Map(standing.flatMap((entry) => (entry.kind === kind ? [[entry.by.id, entry.by]] : []))).values(),
  ];
  return { completed: by('RESPUESTA'), reviewed: by('CIERRE') };
}
