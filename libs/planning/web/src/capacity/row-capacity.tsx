import { plannedAudit, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { rowBalances, type PlannedWork, type RowBalance } from '@cotejo/planning-domain';
import { stateFromRow, wireNameOf, type AnyRecord } from '@cotejo/record';
import type { RecordRow } from '@cotejo/record/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { useFormValue } from '@cotejo/ui/form';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { PlanContext } from '../plan/plan-context.ts';
import { useMonthNames } from './month-names.ts';
import styles from './capacity.module.css';
import { usePlanCapacity, workOf } from './use-plan-capacity.ts';

const RECORD = plannedAudit as unknown as AnyRecord;
const QUARTERS = plannedAudit.fields.quarter.options ?? {};
/** Value of a field of the record in the surrounding form. */
const useGiven = (name: string): unknown => useFormValue(wireNameOf(RECORD, name)) ?? null;

interface RowsOfPlan {
  /** Rows of the plan shown. */
  readonly rows: readonly RecordRow[];
}
type BalancesProps = { readonly work: PlannedWork } & RowsOfPlan;

/** Time of the people of a planned row, as its form is filled in; `row` is null for a new one. */
export function FormCapacity({ row, rows }: { readonly row: PlannedAuditRow | null } & RowsOfPlan) {
  const quarter = useGiven('quarter');
  const people = useGiven('team');
  const work = {
    id: row?.id ?? NEW,
    status: row?.status ?? 'planned',
    audit: row?.audit?.id ?? null,
    startDate: useGiven('startDate'),
    endDate: useGiven('endDate'),
    quarter: Object.entries(QUARTERS).find(([, onWire]) => onWire === quarter)?.[0] ?? null,
    minutes: Number(useGiven('minutes') ?? 0),
    leader: useGiven('leader'),
    team: Array.isArray(people) ? people : null,
  } as unknown as PlannedWork;
  return <Balances work={work} rows={rows} />;
}

const NEW = 'new';

/** Time of the people of a planned row. */
export function RowCapacity({ row, rows }: { readonly row: PlannedAuditRow } & RowsOfPlan) {
  return <Balances work={stateFromRow(plannedAudit, row)} rows={rows} />;
}

function Balances({ work, rows }: BalancesProps) {
  const { t } = useTranslation('planning-web-capacity');
  const { can } = useWorkspace();
  const { plan } = use(PlanContext);
  return plan === null || !can('audits.add') ? null : (
    <section className={styles.balances} aria-label={t('of_row')}>
      <h3>{t('of_row')}</h3>
      <BalanceList work={work} rows={rows} year={plan.year} />
    </section>
  );
}

function BalanceList({ work, rows, year }: BalancesProps & { readonly year: number }) {
  const { t } = useTranslation('planning-web-capacity');
  const { capacity, isError } = usePlanCapacity(year);
  const { people } = useWorkspace();
  const known = useQuery({ queryKey: ['workspace', 'people'], queryFn: people });
  if (isError) return <p>{t('unread')}</p>;
  if (capacity === undefined) return <p>{t('reading')}</p>;
  const balances = rowBalances(work, workOf(rows), capacity.commitments, year, capacity.minutesOn);
  const nameOf = (id: string) => known.data?.find((person) => person.id === id)?.name ?? t('other_person');
  if (balances.length === 0) return <p>{t('of_row_nobody')}</p>;
  return (
    <ul role="status">
      {balances.map((balance) => (
        <li key={balance.person} data-over={balance.over.length > 0 || undefined}>
          <b>{nameOf(balance.person)}</b> <BalanceText balance={balance} />
        </li>
      ))}
    </ul>
  );
}

function BalanceText({ balance: { over, free } }: { readonly balance: RowBalance }) {
  const { t } = useTranslation('planning-web-capacity');
  const format = useFormat();
  const months = useMonthNames('long');
  // Whole hours: less is of no use for a plan, and an excess must not read as none.
  const hours = (minutes: number) =>
    format.hours(over.length > 0 ? Math.ceil(minutes / 60) : Math.floor(minutes / 60));
  if (over.length === 0) return t('left', { hours: hours(free) });
  const listed = over.map(({ month, minutes }) =>
    t('over_in', { hours: hours(minutes), month: months[month] ?? '' }),
  );
  return t('over_months', { months: listed.join(', ') });
}
