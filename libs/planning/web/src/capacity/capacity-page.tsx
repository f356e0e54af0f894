import { quartersOf } from '@cotejo/planning-domain';
import {
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  useAddressQuery,
  useErrorText,
  useFormat,
} from '@cotejo/ui';
import { SegmentedControl, Select } from '@mantine/core';
import { CalendarRange } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePlans } from '../plan/use-plans.ts';
import { CapacityTable } from './capacity-table.tsx';
import styles from './capacity.module.css';
import { useMonthNames } from './month-names.ts';

/** URL parameters: the year, and the columns. */
const YEAR = 'ano';
const BY = 'por';

/** `/plan-anual/?ver=capacidad`: hours of the year's plan by person, against the time that the working calendar gives. */
export function CapacityPage() {
  const { t } = useTranslation('planning-web-capacity');
  const format = useFormat();
  const failure = useErrorText();
  const [query, setQuery] = useAddressQuery();
  const plans = usePlans();
  const monthNames = useMonthNames('short');
  const thisYear = Number(format.isoDay(new Date()).slice(0, 4));
  const year = /^20\d\d$/.test(query.get(YEAR) ?? '') ? Number(query.get(YEAR)) : thisYear;
  const byMonth = query.get(BY) === 'mes';
  if (plans.rows.status === 'loading') return <PageSkeleton />;
  if (plans.rows.status === 'failed')
    return <ErrorState text={failure(plans.rows.error)} onRetry={plans.rows.retry} />;
  const plan = plans.ofYear(year);
  const years = [...new Set([...plans.years, year, thisYear])].sort((a, b) => b - a);
  const show = (name: string, value: string) =>
    setQuery((now) => {
      const next = new URLSearchParams(now);
      next.set(name, value);
      return next;
    });
  return (
    <>
      <PageHeader
        title={t('title')}
        breadcrumb={[{ label: t('plan'), to: `/plan-anual/?ano=${year}` }, { label: t('title') }]}
        actions={
          <>
            <Select
              aria-label={t('year')}
              data={years.map(String)}
              value={String(year)}
              onChange={(next) => next !== null && show(YEAR, next)}
              allowDeselect={false}
              w={96}
            />
            <SegmentedControl
              aria-label={t('columns')}
              value={byMonth ? 'mes' : 'trimestre'}
              onChange={(next) => show(BY, next)}
              data={[
                { value: 'trimestre', label: t('by_quarter') },
                { value: 'mes', label: t('by_month') },
              ]}
            />
          </>
        }
      />
      <div className={styles.body}>
        <p className={styles.hint}>{t('hint')}</p>
        {plan === null ? (
          <EmptyState icon={CalendarRange} title={t('no_plan')} text={t('no_plan_text')} />
        ) : (
          <CapacityTable
            plan={plan}
            periods={byMonth ? monthNames : [1, 2, 3, 4].map((quarter) => t('quarter', { quarter }))}
            sumsOf={byMonth ? (months) => months : quartersOf}
          />
        )}
      </div>
    </>
  );
}
