import type { UserRow } from '@cotejo/access-contracts';
import { itemType } from '@cotejo/audits-contracts';
import { optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrashRow } from './trash-rows.ts';

/** What the trash is searched, filtered and ordered by; filters offer the types and users of its rows. */
export function useTrashColumns(
  rows: readonly TrashRow[],
  people: readonly UserRow[],
): readonly ListColumn<TrashRow>[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return useMemo<readonly ListColumn<TrashRow>[]>(() => {
    const names = new Map(people.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
    return [
      {
        ...{ id: 'elemento', label: t('trash.column.item'), kind: 'text' },
        value: ({ code, name }) => (code === null ? name : `${code} ${name}`),
      },
      {
        ...{ id: 'tipo', label: t('trash.column.type'), kind: 'choice', value: ({ type }) => type },
        options: itemType.options
          .filter((type) => rows.some((row) => row.type === type))
          .map((type) => ({ value: type, label: t(`audits-contracts:itemType.${type}`) })),
      },
      {
        ...{ id: 'lugar', label: t('trash.column.place'), kind: 'text' },
        value: ({ path }) => path.map(({ name }) => name).join(' › '),
      },
      {
        ...{ id: 'persona', label: t('trash.column.by'), kind: 'person', value: ({ by }) => by },
        options: optionsAmong(rows, ({ by }) => {
          const label = names.get(by);
          return label === undefined ? null : { value: by, label };
        }),
      },
      { id: 'fecha', label: t('trash.column.at'), kind: 'moment', value: ({ at }) => at },
      { id: 'contenia', label: t('trash.column.items'), kind: 'number', value: ({ under }) => under },
      { id: 'quedan', label: t('trash.column.left'), kind: 'number', value: ({ daysLeft }) => daysLeft },
    ];
  }, [rows, people, t]);
}
