import { peopleCalls, staffsAudits } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import type { AnnualPlanRow } from '@cotejo/planning-contracts';
import {
  balanceOf,
  NO_MINUTES,
  peopleWithCapacity,
  planLoad,
  workingMonths,
  type Balance,
  type YearMinutes,
} from '@cotejo/planning-domain';
import { ErrorState, ScrollRegion, TableSkeleton, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from './capacity.module.css';
import { usePlanCapacity, usePlannedWork } from './use-plan-capacity.ts';

interface CapacityTableProps {
  readonly plan: AnnualPlanRow;
  /** Headings of the columns. */
  readonly periods: readonly string[];
  /** Sums of the columns, from those of the months. */
  readonly sumsOf: (months: YearMinutes) => readonly number[];
}

/** Staff against months or quarters, with the whole year at the end; people without hours come last. */
export function CapacityTable({ plan, periods, sumsOf }: CapacityTableProps) {
  const { t, i18n } = useTranslation('planning-web-capacity');
  const failure = useErrorText();
  const format = useFormat();
  const { api } = useWorkspace();
  const { year } = plan;
  const rows = usePlannedWork(plan);
  const { capacity, error, refetch } = usePlanCapacity(year);
  const known = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => perform(api, peopleCalls.users, {}, { signal }),
  });
  if (error !== null) return <ErrorState text={failure(error)} onRetry={() => void refetch()} />;
  if (capacity === undefined || known.data === undefined) return <TableSkeleton rows={8} />;

  const load = planLoad(rows, capacity.commitments, year, capacity.minutesOn);
  const names = new Map(
    known.data.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  );
  const staff = known.data.map(({ id, active, user_type: type }) => ({
    id,
    canStaff: active && staffsAudits(type),
  }));
  const withYear = (months: YearMinutes) => [...sumsOf(months), sum(months)];
  const available = withYear(workingMonths(year, capacity.minutesOn));
  const lines = peopleWithCapacity(staff, load)
    .map((id) => {
      const { planned, committed } = load.people.get(id) ?? { planned: NO_MINUTES, committed: NO_MINUTES };
      const [inPlan, elsewhere] = [withYear(planned), withYear(committed)];
      return {
        id,
        name: names.get(id) ?? t('other_person'),
        balances: available.map((time, at) => balanceOf(time, inPlan[at] ?? 0, elsewhere[at] ?? 0)),
      };
    })
    .toSorted(
      (a, b) =>
        Number(isIdle(a.balances)) - Number(isIdle(b.balances)) ||
        a.name.localeCompare(b.name, i18n.language),
    );
  const hours = (minutes: number) => format.hours(Math.round(minutes / 60));
  const unassigned = withYear(load.unassigned);
  return (
    <ScrollRegion as="section" className={styles.table} aria-label={t('table', { year: String(year) })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('person')}</th>
            {[...periods, t('whole_year')].map((period, at) => (
              <th key={period} scope="col">
                {period}
                <small>{t('each', { hours: hours(available[at] ?? 0) })}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, name, balances }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {balances.map(({ planned, committed, free }, at) => (
                <td key={at} data-over={free < 0 || undefined}>
                  {planned + committed === 0 ? (
                    <span className={styles.none}>{t('nothing')}</span>
                  ) : (
                    <>
                      <b>
                        {free < 0 ? t('over', { hours: hours(-free) }) : t('free', { hours: hours(free) })}
                      </b>
                      {planned > 0 && <small>{t('in_plan', { hours: hours(planned) })}</small>}
                      {committed > 0 && <small>{t('elsewhere', { hours: hours(committed) })}</small>}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sum(load.unassigned) > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{t('unassigned')}</th>
              {unassigned.map((minutes, at) => (
                <td key={at}>{minutes > 0 && <b>{hours(minutes)}</b>}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}

const isIdle = (balances: readonly Balance[]): boolean =>
  balances.every(({ planned, committed }) => planned + committed === 0);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
