import { namesPerson, type NotePerson } from '@cotejo/worksheets-contracts';
import type { ShownNote } from './shown-notes.ts';

/** Whether a note or its thread mentions a user. */
export const mentions = ({ text, entries }: ShownNote, person: string): boolean =>
  namesPerson(text, person) || entries.some((entry) => namesPerson(entry.text, person));

/** Users who answered and closed a note, in its current state. */
export interface NoteMarks {
  readonly completed: readonly NotePerson[];
  readonly reviewed: readonly NotePerson[];
}

/** Marks of a note; those before its last reopening do not count. */
export function marksOf({ entries }: Pick<ShownNote, 'entries'>): NoteMarks {
  const standing = entries.slice(entries.findLastIndex(({ kind }) => kind === 'REAPERTURA') + 1);
  const by = (kind: 'RESPUESTA' | 'CIERRE') => [
    ...new Map(standing.flatMap((entry) => (entry.kind === kind ? [[entry.by.id, entry.by]] : []))).values(),
  ];
  return { completed: by('RESPUESTA'), reviewed: by('CIERRE') };
}
