import { statusWord, itemStatusOf, type OwnActionPlanRow } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, PageHeader, TableSkeleton, useAddressQuery } from '@cotejo/ui';
import { FindBar, NoneFound, optionsAmong, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { ClipboardCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DueDay } from './due-day.tsx';
import { byUrgency, dueOf } from './due-of.ts';
import styles from './own-action-plans-page.module.css';
import { OwnPlanPanel, type ReadPlanTexts } from './own-plan-panel.tsx';
import { PlanStatus } from './plan-status.tsx';
import { useOwnPlans } from './use-own-plans.ts';

/** Home page of action-plan owners: the action plans assigned to them, updated live. */
export function OwnActionPlansPage({ readTexts }: { readonly readTexts: ReadPlanTexts }) {
  const { t } = useTranslation('audits-web');
  const plans = useOwnPlans();
  const [query, setQuery] = useAddressQuery();
  const rows = useMemo(() => byUrgency(plans.data ?? NO_PLANS), [plans.data]);
  const found = useFoundRows({ rows, columns: usePlanColumns(rows) });
  const opened = rows.find(({ id }) => id === query.get(OPEN));
  const open = (id: string | null) =>
    setQuery((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete(OPEN);
      else next.set(OPEN, id);
      return next;
    });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('own_plans.title')}
        breadcrumb={[{ label: t('own_plans.title') }]}
        meta={rows.length > 0 ? t('own_plans.count', { count: rows.length }) : undefined}
      />
      {plans.isPending && <TableSkeleton />}
      {plans.isError && <ErrorState text={plans.error.message} onRetry={() => void plans.refetch()} />}
      {plans.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={ClipboardCheck}
          title={t('own_plans.empty.title')}
          text={t('own_plans.empty.text')}
        />
      )}
      <div className={styles.find}>
        <FindBar found={found} search={t('own_plans.search')} isInside />
      </div>
      {rows.length > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {found.rows.length > 0 && (
        <ul className={styles.plans} aria-label={t('own_plans.title')}>
          {found.rows.map((row) => (
            <OwnPlan key={row.id} row={row} isOpen={row === opened} onOpen={() => open(row.id)} />
          ))}
        </ul>
      )}
      {opened && (
        <OwnPlanPanel key={opened.id} row={opened} readTexts={readTexts} onClose={() => open(null)} />
      )}
    </div>
  );
}

/** Query parameter: the plan whose panel is open. */
const OPEN = 'abierto';
const NO_PLANS: readonly OwnActionPlanRow[] = [];

function usePlanColumns(rows: readonly OwnActionPlanRow[]): readonly ListColumn<OwnActionPlanRow>[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return useMemo<readonly ListColumn<OwnActionPlanRow>[]>(
    () => [
      {
        ...{ id: 'plan', label: t('own_plans.plan'), kind: 'text' },
        value: ({ codigo, nombre }) => [codigo, nombre].filter((word) => word !== null).join(' '),
      },
      {
        ...{ id: 'estado', label: t('list.column.status'), kind: 'choice', value: ({ status }) => status },
        options: optionsAmong(rows, ({ status }) =>
          status === null
            ? null
            : {
                value: status,
                label: t(`audits-contracts:status.${statusWord(itemStatusOf(status), 'action_plan')}`),
              },
        ),
      },
      { id: 'vence', label: t('own_plans.date.vencimiento'), kind: 'day', value: dueOf },
      {
        ...{ id: 'hallazgo', label: t('own_plans.finding'), kind: 'text' },
        value: ({ hallazgo }) => hallazgo && [hallazgo.codigo, hallazgo.nombre].filter(Boolean).join(' '),
      },
      {
        ...{ id: 'auditoria', label: t('own_plans.audit'), kind: 'choice' },
        value: ({ auditoria }) => auditoria.id,
        options: optionsAmong(rows, ({ auditoria }) => ({
          value: auditoria.id,
          label: `${auditoria.codigo} ${auditoria.nombre}`,
        })),
      },
    ],
    [rows, t],
  );
}

interface OwnPlanProps {
  readonly row: OwnActionPlanRow;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function OwnPlan({ row, isOpen, onOpen }: OwnPlanProps) {
  const { t } = useTranslation('audits-web');
  return (
    <li className={styles.plan} data-plan={row.id} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <PlanStatus row={row} />
      </div>
      <h2 className={styles.name}>
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen}>
          {row.nombre}
        </button>
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('own_plans.date.vencimiento')}</dt>
          <dd>
            <DueDay row={row} />
          </dd>
        </div>
        {row.hallazgo && (
          <Fact label={t('own_plans.finding')} code={row.hallazgo.codigo} name={row.hallazgo.nombre} />
        )}
        <Fact label={t('own_plans.audit')} code={row.auditoria.codigo} name={row.auditoria.nombre} />
      </dl>
    </li>
  );
}

interface FactProps {
  readonly label: string;
  readonly code: string | null;
  readonly name: string;
}

function Fact({ label, code, name }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {code !== null && <span className={`num ${styles.code}`}>{code}</span>} {name}
      </dd>
    </div>
  );
}
