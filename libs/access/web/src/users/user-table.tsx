import { roleOfKey, userType, type UserDetail } from '@cotejo/access-contracts';
import { PersonAvatar, StatusDot, useFormat } from '@cotejo/ui';
import { Table } from '@mantine/core';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useNow } from './use-now.ts';
import { personState, STATE_TONE } from './person-state.ts';

export interface UserTableProps {
  readonly rows: readonly UserDetail[];
  readonly current: string | null;
  readonly onOpen: (id: string) => void;
}

/** Table with one row per user; rows become cards on a phone. */
export function UserTable({ rows, current, onOpen }: UserTableProps) {
  const { t } = useTranslation('access-web');
  return (
    <div className={layout.tableBox}>
      <Table className={layout.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('person.name')}</Table.Th>
            <Table.Th>{t('person.role')}</Table.Th>
            <Table.Th>{t('person.type')}</Table.Th>
            <Table.Th>{t('person.method')}</Table.Th>
            <Table.Th>{t('person.factor')}</Table.Th>
            <Table.Th>{t('person.last_login')}</Table.Th>
            <Table.Th>{t('person.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <UserLine key={row.id} row={row} isCurrent={row.id === current} onOpen={() => onOpen(row.id)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface UserLineProps {
  readonly row: UserDetail;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

function UserLine({ row, isCurrent, onOpen }: UserLineProps) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const name = row.forgotten ? t('users.forgotten_name') : `${row.first_name} ${row.last_name}`.trim();
  const type = userType.safeParse(row.user_type);
  const state = personState(row, useNow());
  return (
    // Keyboard and screen readers use the button inside; the row is a larger click target for the mouse.
    <Table.Tr className={layout.row} data-current={isCurrent || undefined} onClick={onOpen}>
      <Table.Td className={layout.name}>
        <span className={layout.person}>
          <PersonAvatar person={{ id: row.id, name, initials: row.sigla }} size={26} decorative />
          <span className={layout.lineWords} style={{ minWidth: 0 }}>
            <button
              type="button"
              className={layout.open}
              aria-expanded={isCurrent}
              onClick={(event) => {
                event.stopPropagation();
                onOpen();
              }}
            >
              {name}
            </button>
            <span className={layout.faint}>{row.username}</span>
          </span>
        </span>
      </Table.Td>
      <Table.Td data-label={t('person.role')}>
        {row.role_id === row.role ? t(`role.${roleOfKey(row.role)}`) : row.role_name}
      </Table.Td>
      <Table.Td data-label={t('person.type')}>
        {type.success ? t(`type.${type.data}`) : row.user_type}
      </Table.Td>
      <Table.Td data-label={t('person.method')}>{t(`method.${row.auth_method}`)}</Table.Td>
      <Table.Td data-label={t('person.factor')}>
        {row.otp_active ? (
          <span className={layout.person}>
            <ShieldCheck size={15} aria-hidden /> {t('users.factor_on')}
          </span>
        ) : (
          <span className={layout.faint}>{t('users.factor_off')}</span>
        )}
      </Table.Td>
      <Table.Td data-label={t('person.last_login')} className={layout.nowrap}>
        {row.last_login === null ? (
          <span className={layout.faint}>{t('users.never')}</span>
        ) : (
          format.dateTime(row.last_login)
        )}
      </Table.Td>
      <Table.Td data-label={t('person.state')}>
        <StatusDot tone={STATE_TONE[state]} label={t(`state.${state}`)} />
      </Table.Td>
    </Table.Tr>
  );
}
