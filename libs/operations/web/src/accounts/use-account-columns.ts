import { edition, type AccountRow } from '@cotejo/access-contracts';
import type { ListColumn } from '@cotejo/ui/list';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const STATES = ['active', 'demo', 'suspended'] as const;
export type AccountState = (typeof STATES)[number];

export const accountState = ({ suspended, demo }: Pick<AccountRow, 'suspended' | 'demo'>): AccountState =>
  suspended ? 'suspended' : demo ? 'demo' : 'active';

/** What the accounts are searched, filtered and ordered by. */
export function useAccountColumns(rows: readonly AccountRow[]): readonly ListColumn<AccountRow>[] {
  const { t } = useTranslation('operations-web');
  return useMemo<readonly ListColumn<AccountRow>[]>(
    () => [
      {
        ...{ id: 'cuenta', label: t('accounts.column.name'), kind: 'text' },
        value: ({ account_name: name, pkg }) => `${name} ${pkg}`,
      },
      {
        ...{ id: 'estado', label: t('accounts.column.state'), kind: 'choice', value: accountState },
        options: STATES.map((value) => ({ value, label: t(`accounts.state.${value}`) })),
      },
      {
        ...{
          id: 'edicion',
          label: t('accounts.column.edition'),
          kind: 'choice',
          value: (row) => row.edition,
        },
        options: edition.options
          .filter((value) => rows.some((row) => row.edition === value))
          .map((value) => ({ value, label: t(`edition.${value}`) })),
      },
      { id: 'personas', label: t('accounts.column.users'), kind: 'number', value: ({ users }) => users },
      {
        id: 'cupos',
        label: t('accounts.column.slots'),
        kind: 'number',
        value: ({ slots }) => slots.assigned,
      },
      { id: 'espacio', label: t('accounts.column.storage'), kind: 'number', value: ({ used }) => used },
      { id: 'abierta', label: t('accounts.column.opened'), kind: 'moment', value: (row) => row.opened_at },
    ],
    [rows, t],
  );
}
