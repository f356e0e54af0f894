import { plannedAudit, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { approvedFigures, type PlanFigures } from '@cotejo/planning-domain';
import { stateFromRow } from '@cotejo/record';
import type { RecordActs, RecordRow } from '@cotejo/record/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlanContext } from '../plan/plan-context.ts';
import { CreateAuditForm } from './create-audit-form.tsx';
import styles from './planned-audit-details.module.css';

interface PlannedAuditDetailsProps {
  readonly row: PlannedAuditRow;
  readonly acts: RecordActs;
}

/** In the panel of a planned audit: its audit, and its figures beside the approved ones. */
export function PlannedAuditDetails({ row, acts }: PlannedAuditDetailsProps) {
  const { t } = useTranslation('planning-web-page');
  const { can } = useWorkspace();
  const isApproved = use(PlanContext)?.status === 'approved';
  const [isCreating, setCreating] = useState(false);
  const record = row as unknown as RecordRow;
  const mayLink = acts.openFor(record).includes('link');
  const link = async (audit: string) => void (await acts.act(record, 'link', { auditoria: audit }));
  return (
    <>
      {row.audit !== null && row.audit.name !== null && (
        <Link to={`/auditorias/plan/?auditoria-id=${row.audit.id}`}>{t('open_audit')}</Link>
      )}
      {mayLink && can('audits.add') && (
        <Button variant="light" onClick={() => setCreating(true)}>
          {t('create_audit.title')}
        </Button>
      )}
      {isApproved && <BesideApproved row={row} />}
      {mayLink && isCreating && <CreateAuditForm row={row} link={link} onClose={() => setCreating(false)} />}
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
    // Focusable, so that read-only users, who have no controls in the panel, can scroll it by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.beside} tabIndex={0}>
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
    </section>
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
