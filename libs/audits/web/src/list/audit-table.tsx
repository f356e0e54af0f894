import type { AuditRow, PresentPerson } from '@cotejo/audits-contracts';
import { PersonAvatar, ProgressBar, StatusDot, useFormat } from '@cotejo/ui';
import { Badge, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AUDIT_STATUS_TONE, auditStatusOf } from '../audit-status.ts';
import styles from './audits-list-page.module.css';
import { StatusStrip } from '../summary/status-strip.tsx';
import type { FieldTitle } from '../presence/field-key.ts';
import type { WhoWorks } from '../presence/use-who-works.ts';
import { WhoIsIn } from '../presence/who-is-in.tsx';
import { planPath } from './plan-path.ts';
import { statusesOf } from './progress-of-audit.ts';

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  /** Users present in each audit, from the live feed. */
  readonly who: WhoWorks;
  readonly fieldTitle?: FieldTitle | undefined;
}

/** Table with one row per audit; rows become cards on a phone. */
export function AuditTable({ rows, who, fieldTitle }: AuditTableProps) {
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
            <Table.Th>{t('list.column.progress')}</Table.Th>
            <Table.Th className={styles.number}>{t('list.column.signed')}</Table.Th>
            <Table.Th className={styles.number}>{t('list.column.notes')}</Table.Th>
            <Table.Th>{t('list.column.now')}</Table.Th>
            <Table.Th>{t('list.column.changed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <AuditTableRow
              key={row.id}
              row={row}
              people={who.get(row.id) ?? NOBODY}
              fieldTitle={fieldTitle}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const NOBODY: readonly PresentPerson[] = [];

interface AuditTableRowProps extends Pick<AuditTableProps, 'fieldTitle'> {
  readonly row: AuditRow;
  readonly people: readonly PresentPerson[];
}

function AuditTableRow({ row, people, fieldTitle }: AuditTableRowProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const status = auditStatusOf(row.status);
  const { firmas, notas_abiertas: notas, ultimo_cambio: last } = row.avance;
  const signed = t('list.signed', {
    completed: firmas.completados,
    reviewed: firmas.revisados,
    total: firmas.contables,
  });
  const statuses = statusesOf(row.avance);
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
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
      <Table.Td className={styles.progress}>
        <ProgressBar
          percent={row.progreso}
          label={t('list.progress_of', { name: row.nombre })}
          decimals={1}
        />
        <span className={styles.statuses}>
          <StatusStrip
            total={total}
            statuses={statuses}
            label={t('list.statuses_of', { name: row.nombre })}
          />
        </span>
      </Table.Td>
      <Table.Td className={`num ${styles.number}`}>
        <span title={signed} aria-label={signed} role="img">
          {format.number(firmas.completados, 0)}/{format.number(firmas.contables, 0)}
        </span>
      </Table.Td>
      <Table.Td className={`num ${styles.number}`}>
        {notas !== null && notas > 0 && (
          <span
            title={t('list.notes', { count: notas })}
            aria-label={t('list.notes', { count: notas })}
            role="img"
          >
            {format.number(notas, 0)}
          </span>
        )}
      </Table.Td>
      <Table.Td className={styles.now}>
        <WhoIsIn audit={row} people={people} fieldTitle={fieldTitle} />
      </Table.Td>
      <Table.Td className={styles.changed}>
        {last && (
          <span className={styles.leader} title={`${last.usuario.name} · ${format.dateTime(last.fecha)}`}>
            <PersonAvatar
              person={{ id: last.usuario.id, name: last.usuario.name, initials: last.usuario.sigla }}
              size={20}
              decorative
            />
            <span className="visually-hidden">{last.usuario.name}</span>
            <time dateTime={last.fecha}>{format.moment(last.fecha)}</time>
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
