import { plannedAudit, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { approvedFigures, type PlanFigures } from '@cotejo/planning-domain';
import { stateFromRow } from '@cotejo/record';
import type { RecordActs, RecordRow } from '@cotejo/record/client';
import { ScrollRegion, useFormat, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RowCapacity } from '../capacity/row-capacity.tsx';
import { PlanContext } from '../plan/plan-context.ts';
import { MovedRow } from './moved-row.tsx';
import styles from './planned-audit-details.module.css';

interface PlannedAuditDetailsProps {
  readonly row: PlannedAuditRow;
  readonly acts: RecordActs;
  /** Rows of the plan shown. */
  readonly rows: readonly RecordRow[];
}

/** In the panel of a planned audit: its audit, and its figures beside the approved ones. */
export function PlannedAuditDetails({ row, acts, rows }: PlannedAuditDetailsProps) {
  const { t } = useTranslation('planning-web-page');
  const { can } = useWorkspace();
  const isApproved = use(PlanContext).plan?.status === 'approved';
  const record = row as unknown as RecordRow;
  const mayLink = acts.openFor(record).includes('link');
  const mayCreateLater = !isApproved && row.status === 'planned' && can('audits.add');
  return (
    <>
      {row.audit !== null && row.audit.name !== null && (
        <Link to={`/auditorias/plan/?auditoria-id=${row.audit.id}`}>{t('open_audit')}</Link>
      )}
      {mayLink && can('audits.add') && (
        <Button variant="light" component={Link} to={`/auditorias/nueva/?fila=${row.id}`}>
          {t('create_audit')}
        </Button>
      )}
      {mayCreateLater && <p className={styles.later}>{t('create_later')}</p>}
      <RowCapacity row={row} rows={rows} />
      {isApproved && <BesideApproved row={row} />}
      <MovedRow row={row} acts={acts} />
    </>
  );
}

const SHOWN = ['startDate', 'endDate', 'quarter', 'minutes', 'leader', 'team', 'cost'] as const;

function BesideApproved({ row }: { readonly row: PlannedAuditRow }) {
  const { t } = useTranslation('planning-web-page');
  const textOf = useFigureText(row);
  const state = stateFromRow(plannedAudit, row);
  const approved = approvedFigures(state);
  const isOut = row.status === 'postponed' || row.status === 'withdrawn';
  const lines = SHOWN.map((name) => ({
    name,
    was: approved === null ? '' : textOf(name, approved),
    is: isOut ? '' : textOf(name, state),
  })).filter(({ was, is }) => was !== '' || is !== '');
  return (
    <ScrollRegion as="section" className={styles.beside}>
      <h3>{t('beside.title')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('beside.figure')}</th>
            <th scope="col">{t('beside.approved')}</th>
            <th scope="col">{t('beside.current')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, was, is }) => (
            <tr key={name} data-changed={was !== is || undefined}>
              <th scope="row">{t(`fields.${name}`)}</th>
              <td>{was || '–'}</td>
              <td>{is || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Text of a figure; empty for none. Names of people are those of the row. */
function useFigureText(row: PlannedAuditRow) {
  const { t } = useTranslation('planning-web-page');
  const format = useFormat();
  const known = [row.leader, row.approvedLeader, ...(row.team ?? []), ...(row.approvedTeam ?? [])];
  const names = new Map(known.flatMap((person) => (person === null ? [] : [[person.id, person.name]])));
  return (name: (typeof SHOWN)[number], figures: PlanFigures): string => {
    const value = figures[name];
    if (value === null) return '';
    if (name === 'minutes') return format.hours(Number(value) / 60);
    if (name === 'cost') return format.money(Number(value));
    if (name === 'quarter') return t(`options.quarter.${String(value)}`);
    if (name === 'startDate' || name === 'endDate') return format.date(String(value));
    return [value]
      .flat()
      .map((id) => names.get(String(id)) ?? '')
      .join(', ');
  };
}
