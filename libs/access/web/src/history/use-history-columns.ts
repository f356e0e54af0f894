import { accessVocabulary, reasonCode, type AccessHistoryRow } from '@cotejo/access-contracts';
import { optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Texts for authors without a name. */
const UNNAMED = {
  person: 'users.forgotten_name',
  product: 'history.product',
  system: 'history.system',
} as const;

interface ChangeWords {
  readonly typeOf: (row: AccessHistoryRow) => string;
  readonly authorOf: (row: AccessHistoryRow) => string;
  /** Empty without a reason. */
  readonly reasonOf: (row: AccessHistoryRow) => string;
}

/** Texts of a change of access. */
export function useChangeWords(): ChangeWords {
  const { t } = useTranslation('access-web');
  return useMemo(
    () => ({
      typeOf: ({ type }) => (type in accessVocabulary ? t(`history.type.${type}`) : type),
      authorOf: ({ author, author_kind }) => author ?? t(UNNAMED[author_kind ?? 'system']),
      reasonOf: ({ motivo, motivo_texto }) => {
        const code = reasonCode.safeParse(motivo);
        return [code.success ? t(`reason.codes.${code.data}`) : null, motivo_texto]
          .filter((part) => part !== null && part !== '')
          .join(' · ');
      },
    }),
    [t],
  );
}

/** What the history is searched, filtered and ordered by. `aboutOf`: texts of what changed. */
export function useHistoryColumns(
  rows: readonly AccessHistoryRow[],
  aboutOf: (row: AccessHistoryRow) => readonly string[],
): readonly ListColumn<AccessHistoryRow>[] {
  const { t } = useTranslation('access-web');
  const { typeOf, authorOf, reasonOf } = useChangeWords();
  return [
    { id: 'fecha', label: t('history.at'), kind: 'moment', value: ({ at }) => at },
    {
      ...{ id: 'cambio', label: t('history.change'), kind: 'choice', value: ({ type }) => type },
      options: optionsAmong(rows, (row) => ({ value: row.type, label: typeOf(row) })),
    },
    {
      ...{ id: 'autor', label: t('history.author'), kind: 'choice', value: authorOf },
      options: optionsAmong(rows, (row) => ({ value: authorOf(row), label: authorOf(row) })),
    },
    { id: 'sobre', label: t('history.about'), kind: 'text', value: (row) => aboutOf(row).join(' · ') },
    { id: 'motivo', label: t('history.reason'), kind: 'text', value: reasonOf },
  ];
}
