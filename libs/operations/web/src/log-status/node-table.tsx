import type { NodeRow } from '@cotejo/operations-contracts';
import { Section, StatusDot, useFormat } from '@cotejo/ui';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './log-status.module.css';

/** Table of server nodes. */
export function NodeTable({ nodes, at }: { readonly nodes: readonly NodeRow[]; readonly at: string }) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  return (
    <Section bare title={t('nodes.title')} hint={t('nodes.hint')}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('nodes.name')}</Table.Th>
            <Table.Th>{t('projections.state')}</Table.Th>
            <Table.Th>{t('nodes.seen')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.map((node) => (
            <Table.Tr key={node.id}>
              <Table.Td>
                <span className={`code ${styles.whole}`}>{node.id}</span>
              </Table.Td>
              <Table.Td>
                <StatusDot
                  tone={node.alive ? 'reviewed' : 'new'}
                  label={t(node.alive ? 'nodes.alive' : 'nodes.silent')}
                />
              </Table.Td>
              <Table.Td className={styles.when} data-label={t('nodes.seen')}>
                {format.relative(node.seenAt, at)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
