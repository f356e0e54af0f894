import type { AccountRow } from '@cotejo/access-contracts';
import { StatusDot, useFormat } from '@cotejo/ui';
import { SortHead, type FoundRows } from '@cotejo/ui/list';
import { Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './accounts.module.css';
import { accountState } from './use-account-columns.ts';

interface AccountTableProps {
  readonly found: FoundRows<AccountRow>;
  /** Id of the account shown in the panel. */
  readonly opened: string | null;
  readonly onOpen: (id: string) => void;
}

/** Table with one row per account; rows become cards on a phone. */
export function AccountTable({ found, opened, onOpen }: AccountTableProps) {
  return (
    <div className={styles.tableBox}>
      <Table className={styles.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <SortHead found={found} by="cuenta" />
            <SortHead found={found} by="estado" />
            <SortHead found={found} by="edicion" />
            <SortHead found={found} by="personas" className={styles.number} />
            <SortHead found={found} by="cupos" className={styles.number} />
            <SortHead found={found} by="espacio" className={styles.number} />
            <SortHead found={found} by="abierta" className={styles.number} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.rows.map((row) => (
            <Row key={row.id} row={row} isOpened={row.id === opened} onOpen={() => onOpen(row.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface RowProps {
  readonly row: AccountRow;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

function Row({ row, isOpened, onOpen }: RowProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const state = accountState(row);
  return (
    <Table.Tr data-opened={isOpened || undefined}>
      <Table.Td className={styles.name}>
        <UnstyledButton className={styles.open} onClick={onOpen} aria-expanded={isOpened}>
          {row.account_name}
        </UnstyledButton>
        <span className="code">{row.pkg}</span>
      </Table.Td>
      <Table.Td>
        <StatusDot
          tone={({ suspended: 'rejected', demo: 'assigned', active: 'reviewed' } as const)[state]}
          label={t(`accounts.state.${state}`)}
        />
      </Table.Td>
      <Table.Td data-label={t('accounts.column.edition')}>{t(`edition.${row.edition}`)}</Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('accounts.column.users')}>
        {format.number(row.users, 0)}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('accounts.column.slots')}>
        {t('accounts.slots_of', {
          assigned: format.number(row.slots.assigned, 0),
          total: format.number(row.slots.total, 0),
        })}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('accounts.column.storage')}>
        {row.quota === null
          ? format.bytes(row.used)
          : t('accounts.slots_of', { assigned: format.bytes(row.used), total: format.bytes(row.quota) })}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('accounts.column.opened')}>
        {format.date(row.opened_at)}
      </Table.Td>
    </Table.Tr>
  );
}
