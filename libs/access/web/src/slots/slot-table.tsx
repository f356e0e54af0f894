import { roleOfKey, type SlotRow } from '@cotejo/access-contracts';
import { PersonAvatar, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { Button, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { initialsOf } from '@cotejo/access-domain';
import layout from '../layout/layout.module.css';
import { useCan, useUser } from '../session/use-session.ts';

export type SlotAct = 'assign' | 'unassign' | 'release';

const TONE: Readonly<Record<SlotRow['state'], StatusTone>> = {
  assigned: 'reviewed',
  unassigned: 'new',
  released: 'assigned',
};

export interface SlotTableProps {
  readonly rows: readonly SlotRow[];
  readonly onAct: (act: SlotAct, slot: SlotRow) => void;
}

/** One row a slot; on a phone each becomes a card. */
export function SlotTable({ rows, onAct }: SlotTableProps) {
  const { t } = useTranslation('access-web');
  return (
    <div className={layout.tableBox}>
      <Table className={layout.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('slots.person')}</Table.Th>
            <Table.Th>{t('slots.type')}</Table.Th>
            <Table.Th>{t('person.role')}</Table.Th>
            <Table.Th>{t('slots.state')}</Table.Th>
            <Table.Th>{t('slots.dates')}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t('slots.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <SlotLine key={row.slotId} row={row} onAct={(act) => onAct(act, row)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function SlotLine({ row, onAct }: { readonly row: SlotRow; readonly onAct: (act: SlotAct) => void }) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td className={layout.name}>
        <SlotPerson row={row} />
      </Table.Td>
      <Table.Td data-label={t('slots.type')}>{t(`type.${row.type}`)}</Table.Td>
      <Table.Td data-label={t('person.role')}>
        {row.role === null ? <span className={layout.faint}>—</span> : <RoleName role={row.role} />}
      </Table.Td>
      <Table.Td data-label={t('slots.state')}>
        <StatusDot tone={TONE[row.state]} label={t(`slots.states.${row.state}`)} />
      </Table.Td>
      <Table.Td data-label={t('slots.dates')} className={layout.nowrap}>
        {row.due_date === null
          ? t('slots.from', { date: format.date(row.start_date) })
          : `${format.date(row.start_date)} – ${format.date(row.due_date)}`}{' '}
        {!row.current && <span className={layout.tag}>{t('slots.out_of_dates')}</span>}
      </Table.Td>
      <Table.Td className={layout.end}>
        <SlotActs row={row} onAct={onAct} />
      </Table.Td>
    </Table.Tr>
  );
}

/** A built-in role by its name in the reader's language; another as the account calls it. */
function RoleName({ role }: { readonly role: string }) {
  const { t } = useTranslation('access-web');
  return role === role.toUpperCase() ? t(`role.${roleOfKey(role)}`) : role;
}

function SlotPerson({ row }: { readonly row: SlotRow }) {
  const { t } = useTranslation('access-web');
  if (row.user === null) return <span className={layout.faint}>{t('slots.nobody')}</span>;
  const [first, last] = [row.first_name ?? '', row.last_name ?? ''];
  const name = `${first} ${last}`.trim();
  return (
    <span className={layout.person}>
      <PersonAvatar person={{ id: row.user, name, initials: initialsOf(first, last) }} size={26} decorative />
      <span className={layout.lineWords} style={{ minWidth: 0 }}>
        <strong>{name}</strong>
        <span className={layout.faint}>{row.email}</span>
      </span>
    </span>
  );
}

function SlotActs({ row, onAct }: { readonly row: SlotRow; readonly onAct: (act: SlotAct) => void }) {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const me = useUser();
  if (row.user === null) {
    return (
      can('user_slots.assign') && (
        <Button variant="default" size="compact-sm" disabled={!row.current} onClick={() => onAct('assign')}>
          {t('slots.assign.submit')}
        </Button>
      )
    );
  }
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  // Before the first sign-in an assignment is undone; after it the slot is released.
  if (!row.used) {
    return (
      can('user_slots.assign') && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('slots.unassign.label', { name })}
          onClick={() => onAct('unassign')}
        >
          {t('slots.unassign.submit')}
        </Button>
      )
    );
  }
  return (
    can('user_slots.release') &&
    me?.id !== row.user && (
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t('slots.release.label', { name })}
        onClick={() => onAct('release')}
      >
        {t('slots.release.submit')}
      </Button>
    )
  );
}
