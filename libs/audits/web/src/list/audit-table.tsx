import type { AuditRow } from '@cotejo/audits-contracts';
import { PersonAvatar, ProgressBar, StatusDot, useFormat } from '@cotejo/ui';
import { Badge, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AUDIT_STATUS_TONE, auditStatusOf } from '../audit-status.ts';
import styles from './audits-list-page.module.css';
import { planPath } from './plan-path.ts';

/** One row an audit; on a phone each becomes a card. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const { t } = useTranslation('audits-web');
  return (
    <div className={styles.tableBox}>
      <Table className={styles.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('list.column.code')}</Table.Th>
            <Table.Th>{t('list.column.name')}</Table.Th>
            <Table.Th>{t('list.column.status')}</Table.Th>
            <Table.Th>{t('list.column.dates')}</Table.Th>
            <Table.Th>{t('list.column.leader')}</Table.Th>
            <Table.Th className={styles.number}>{t('list.column.items')}</Table.Th>
            <Table.Th>{t('list.column.progress')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <AuditTableRow key={row.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function AuditTableRow({ row }: { readonly row: AuditRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const status = auditStatusOf(row.status);
  return (
    <Table.Tr data-audit={row.id}>
      <Table.Td className={`num ${styles.code}`}>{row.codigo}</Table.Td>
      <Table.Td className={styles.name}>
        <Link to={planPath(row.id)} className={styles.link}>
          {row.nombre}
        </Link>
        {row.operacion !== null && (
          <Badge variant="light" size="sm" ml={8}>
            {t(`list.operation.${row.operacion}`)}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <StatusDot tone={AUDIT_STATUS_TONE[status]} label={t(`audits-contracts:auditStatus.${status}`)} />
      </Table.Td>
      <Table.Td className={styles.dates}>
        {row.fecha_inicio === null ? '' : `${format.date(row.fecha_inicio)} – ${format.date(row.fecha_fin)}`}
      </Table.Td>
      <Table.Td>
        {row.lider && (
          <span className={styles.leader}>
            <PersonAvatar
              person={{ id: row.lider.id, name: row.lider.name, initials: row.lider.sigla }}
              size={22}
            />
            <span className={styles.leaderName}>{row.lider.name}</span>
          </span>
        )}
      </Table.Td>
      <Table.Td className={`num ${styles.number}`}>{format.number(row.items, 0)}</Table.Td>
      <Table.Td className={styles.progress}>
        <ProgressBar
          percent={row.progreso}
          label={t('list.progress_of', { name: row.nombre })}
          decimals={1}
        />
      </Table.Td>
    </Table.Tr>
  );
}
