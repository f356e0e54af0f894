import type { ListColumn } from '@cotejo/ui/list';
import { noteStatus } from '@cotejo/worksheets-contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mentions } from './note-facts.ts';
import type { ShownNote } from './shown-notes.ts';

/** Columns that order the notes. */
export const NOTE_ORDERS = ['fecha', 'autor', 'estado'] as const;

/** What the notes are searched, filtered and ordered by. `me`: user whose mentions are filtered for. */
export function useNoteColumns(notes: readonly ShownNote[], me: string): readonly ListColumn<ShownNote>[] {
  const { t } = useTranslation('worksheets-web');
  return useMemo<readonly ListColumn<ShownNote>[]>(
    () => [
      {
        ...{ id: 'texto', label: t('notes.title'), kind: 'text' },
        value: ({ text, entries }) =>
          [text, ...entries.map((entry) => entry.text)].filter(Boolean).join('\n'),
      },
      { id: 'fecha', label: t('notes.filter.at'), kind: 'moment', value: ({ at }) => at },
      {
        ...{ id: 'autor', label: t('notes.filter.author'), kind: 'person', value: ({ by }) => by.id },
        options: notes.map(({ by }) => ({ value: by.id, label: by.name })),
      },
      {
        ...{ id: 'estado', label: t('notes.filter.status'), kind: 'choice', value: ({ status }) => status },
        options: noteStatus.options.map((value) => ({ value, label: t(`notes.status.${value}`) })),
      },
      {
        ...{ id: 'mencion', label: t('notes.filter.naming_me'), kind: 'flag' },
        value: (note) => mentions(note, me),
      },
    ],
    [notes, me, t],
  );
}
