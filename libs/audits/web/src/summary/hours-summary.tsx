import type { AuditDetail, TeamMemberRead, TimeRecordRead } from '@cotejo/audits-contracts';
import { PersonAvatar, TableSkeleton, useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { itemPath } from '../list/plan-path.ts';
import { useLiveView } from '../actions/use-live-view.ts';
import { timePath } from '../time/time-path.ts';
import { useTimeRecords } from '../time/use-time-records.ts';
import { executedBudget, hoursByPerson, hoursByPhase, type PersonHours } from './spent-hours.ts';
import styles from './summary.module.css';
import type { TreeSummary } from './summary-of-tree.ts';

interface HoursSummaryProps {
  readonly audit: AuditDetail;
  /** Of the page, which follows it; undefined until it is read. */
  readonly team: readonly TeamMemberRead[] | undefined;
  readonly summary: TreeSummary;
  /** Whether the reader may see the hours and costs of all members. */
  readonly seesAll: boolean;
  readonly me: string;
}

/** Planned and spent hours and cost by person; also by phase when `seesAll`. */
export function HoursSummary({ audit, team, summary, seesAll, me }: HoursSummaryProps) {
  const { t } = useTranslation('audits-web');
  const { rows: records, status } = useTimeRecords(audit.id, seesAll);
  if (team === undefined || status === 'loading') return <TableSkeleton rows={3} />;
  const seen: readonly TeamMemberRead[] = seesAll ? team : team.filter(({ usuario }) => usuario.id === me);
  const people = hoursByPerson(seen, records, seesAll);
  if (people.length === 0)
    return (
      <p className={styles.none}>
        {t(seesAll ? 'summary.no_hours' : 'summary.no_own_hours')}{' '}
        <Link to={seesAll ? `?auditoria-id=${audit.id}&vista=equipo` : timePath(audit.id)}>
          {t(seesAll ? 'summary.plan_hours' : 'summary.record_hours')}
        </Link>
      </p>
    );
  return (
    <>
      <ByPerson audit={audit} people={people} seesAll={seesAll} />
      {seesAll && <ByPhase audit={audit} summary={summary} records={records} />}
    </>
  );
}

interface ByPersonProps extends Pick<HoursSummaryProps, 'audit' | 'seesAll'> {
  readonly people: readonly PersonHours[];
}

function ByPerson({ audit, people, seesAll }: ByPersonProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const money = (value: number | null) => (value === null ? '—' : format.money(value));
  const total = executedBudget(people);
  const hasNoRate = seesAll && people.some(({ spent, spentCost }) => spent > 0 && spentCost === null);
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('summary.person')}</th>
            <th scope="col">{t('summary.hours_budgeted')}</th>
            <th scope="col">{t('summary.hours_charged')}</th>
            {seesAll && <th scope="col">{t('summary.cost')}</th>}
            {seesAll && <th scope="col">{t('summary.cost_spent')}</th>}
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <span className={styles.member}>
                  <PersonAvatar person={one} size={20} decorative />
                  {one.name}
                </span>
              </th>
              <td className="num">{format.hours(one.budgeted)}</td>
              <td className="num">
                <Link to={timePath(audit.id, one.id)} className={styles.phase}>
                  {format.hours(one.spent)}
                </Link>
              </td>
              {seesAll && <td className="num">{money(one.cost)}</td>}
              {seesAll && <td className="num">{money(one.spentCost)}</td>}
            </tr>
          ))}
        </tbody>
        {total !== null && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('summary.executed', { percent: format.percent(total.percent) })}
              </th>
              <td className="num">{format.money(total.cost)}</td>
              <td className="num">{format.money(total.spent)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {hasNoRate && (
        <p className={styles.none}>
          {t('summary.no_rate')}{' '}
          <Link to={`?auditoria-id=${audit.id}&vista=equipo`}>{t('summary.plan_hours')}</Link>
        </p>
      )}
    </div>
  );
}

interface ByPhaseProps extends Pick<HoursSummaryProps, 'audit' | 'summary'> {
  readonly records: readonly TimeRecordRead[];
}

function ByPhase({ audit, summary, records }: ByPhaseProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const view = useLiveView();
  const phases = hoursByPhase(view, summary.phases, records);
  if (phases.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('summary.phase')}</th>
          <th scope="col">{t('summary.hours_planned')}</th>
          <th scope="col">{t('summary.hours_charged')}</th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ id, name, planned, spent }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={itemPath(audit, id)} className={styles.phase}>
                {name}
              </Link>
            </th>
            <td className="num">{format.hours(planned)}</td>
            <td className="num">{format.hours(spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
