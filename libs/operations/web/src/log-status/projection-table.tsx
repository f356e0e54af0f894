import { projectionState, type LogStatus, type ProjectionRow } from '@cotejo/operations-contracts';
import { EmptyState, ProgressBar, Section, StatusDot, useFormat } from '@cotejo/ui';
import { FindBar, NoneFound, SortHead, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { Table } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from './duration-text.ts';
import styles from './log-status.module.css';
import { PROJECTION_TONE } from './overall-state.ts';
import { useProjectionName } from './use-projection-name.ts';

/** Table of all projection generations with state and lag. */
export function ProjectionTable({ status }: { readonly status: LogStatus }) {
  const { t } = useTranslation('operations-web');
  const found = useFoundRows({ rows: status.projections, columns: useProjectionColumns(), under: 'vistas.' });
  return (
    <Section bare title={t('projections.title')} hint={t('projections.hint')}>
      {status.projections.length === 0 && <EmptyState title={t('projections.empty')} />}
      <FindBar found={found} search={t('projections.search')} isInside />
      {status.projections.length > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {found.rows.length > 0 && (
        <Table className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <SortHead found={found} by="vista" />
              <SortHead found={found} by="estado" />
              <SortHead found={found} by="pendientes" />
              <SortHead found={found} by="apartados" className={styles.number} />
              <SortHead found={found} by="servidor" />
              <SortHead found={found} by="actualizada" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.rows.map((row) => (
              <Row key={`${row.name}.${row.generation}`} row={row} at={status.at} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function useProjectionColumns(): readonly ListColumn<ProjectionRow>[] {
  const { t } = useTranslation('operations-web');
  const nameOf = useProjectionName();
  return useMemo<readonly ListColumn<ProjectionRow>[]>(
    () => [
      {
        ...{ id: 'vista', label: t('projections.name'), kind: 'text' },
        value: (row) => `${nameOf(row.name)} ${row.name}`,
      },
      {
        ...{ id: 'estado', label: t('projections.state'), kind: 'choice', value: ({ state }) => state },
        options: projectionState.options.map((value) => ({ value, label: t(`state.${value}`) })),
      },
      { id: 'pendientes', label: t('projections.lag'), kind: 'number', value: ({ lagEvents }) => lagEvents },
      { id: 'apartados', label: t('projections.parked'), kind: 'number', value: ({ parked }) => parked },
      { id: 'servidor', label: t('projections.owner'), kind: 'text', value: ({ owner }) => owner },
      { id: 'actualizada', label: t('projections.updated'), kind: 'moment', value: (row) => row.updatedAt },
    ],
    [t, nameOf],
  );
}

function Row({ row, at }: { readonly row: ProjectionRow; readonly at: string }) {
  const { t, i18n } = useTranslation('operations-web');
  const format = useFormat();
  const name = useProjectionName()(row.name);
  return (
    <Table.Tr>
      <Table.Td>
        <span className={styles.name} title={row.name}>
          {name}
        </span>{' '}
        <span className="code">{t('projections.generation', { number: row.generation })}</span>
      </Table.Td>
      <Table.Td>
        <StatusDot tone={PROJECTION_TONE[row.state]} label={t(`state.${row.state}`)} />
      </Table.Td>
      <Table.Td data-label={t('projections.lag')}>
        <Lag row={row} name={name} language={i18n.language} />
      </Table.Td>
      <Table.Td className={`num ${styles.number}`} data-label={t('projections.parked')}>
        {format.number(row.parked, 0)}
      </Table.Td>
      <Table.Td data-label={t('projections.owner')}>
        {row.owner === null ? (
          <span className={styles.faint}>{t('projections.nobody')}</span>
        ) : (
          <span className={`code ${styles.whole}`}>{row.owner}</span>
        )}
      </Table.Td>
      <Table.Td className={styles.when} data-label={t('projections.updated')}>
        <time dateTime={row.updatedAt} title={format.dateTime(row.updatedAt)}>
          {format.relative(row.updatedAt, at)}
        </time>
      </Table.Td>
    </Table.Tr>
  );
}

interface LagProps {
  readonly row: ProjectionRow;
  readonly name: string;
  readonly language: string;
}

/** Lag of a generation, with a progress bar when it is long: a rebuild, or catching up. */
function Lag({ row, name, language }: LagProps) {
  const { t } = useTranslation('operations-web');
  const isUnderWay = row.state === 'building' || row.state === 'behind';
  if (row.lagEvents === null) return <span className={styles.faint}>{t('unknown')}</span>;
  if (row.lagEvents === 0) return <span className={styles.faint}>{t('projections.no_lag')}</span>;
  return (
    <span className={styles.lag}>
      <span>
        {t(row.lagExact ? 'projections.lag_events' : 'projections.lag_at_least', { count: row.lagEvents })}
        {row.lagSeconds !== null && ` · ${durationText(row.lagSeconds, language)}`}
      </span>
      {isUnderWay && (
        <ProgressBar percent={row.progress} label={t('projections.progress_of', { name })} level="machine" />
      )}
    </span>
  );
}
