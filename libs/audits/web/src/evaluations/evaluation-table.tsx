import { recordTypeOf, type AuditRow } from '@cotejo/audits-contracts';
import { PersonAvatar, useFormat } from '@cotejo/ui';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import list from '../list/audits-list-page.module.css';
import { evaluationPath } from './evaluation-path.ts';

/** One row an evaluation or a library; on a phone each becomes a card. */
export function EvaluationTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  return (
    <div className={list.tableBox}>
      <Table className={list.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('list.column.code')}</Table.Th>
            <Table.Th>{t('list.column.name')}</Table.Th>
            <Table.Th>{t('evaluations.kind')}</Table.Th>
            <Table.Th className={list.number}>{t('evaluations.year')}</Table.Th>
            <Table.Th>{t('evaluations.leader')}</Table.Th>
            <Table.Th className={list.number}>{t('list.column.items')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} data-audit={row.id}>
              <Table.Td className={`num ${list.code}`}>{row.codigo}</Table.Td>
              <Table.Td className={list.name}>
                <Link to={evaluationPath(row.id)} className={list.link}>
                  {row.nombre}
                </Link>
              </Table.Td>
              <Table.Td>{t(`evaluations.of_kind.${recordTypeOf(row.record_type)}`)}</Table.Td>
              <Table.Td className={`num ${list.number}`}>{row.ano_auditoria}</Table.Td>
              <Table.Td>
                {row.lider && (
                  <span className={list.leader}>
                    <PersonAvatar
                      person={{ id: row.lider.id, name: row.lider.name, initials: row.lider.sigla }}
                      size={22}
                    />
                    <span className={list.leaderName}>{row.lider.name}</span>
                  </span>
                )}
              </Table.Td>
              <Table.Td className={`num ${list.number}`}>{format.number(row.items, 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
