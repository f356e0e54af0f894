import { statusWord, type OwnActionPlanRow } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, PageHeader, StatusDot, TableSkeleton } from '@cotejo/ui';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE, itemStatusOf } from '../audit-status.ts';
import styles from './own-action-plans-page.module.css';
import { useOwnPlans } from './use-own-plans.ts';

/** Home page of action-plan owners: the action plans assigned to them, updated live. */
export function OwnActionPlansPage() {
  const { t } = useTranslation('audits-web');
  const plans = useOwnPlans();
  const rows = plans.data ?? [];
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
      {rows.length > 0 && (
        <ul className={styles.plans} aria-label={t('own_plans.title')}>
          {rows.map((row) => (
            <OwnPlan key={row.id} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OwnPlan({ row }: { readonly row: OwnActionPlanRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const status = row.status === null ? null : itemStatusOf(row.status);
  return (
    <li className={styles.plan} data-plan={row.id}>
      <div className={styles.head}>
        <span className={`num ${styles.code}`}>{row.codigo}</span>
        {status && (
          <StatusDot
            tone={ITEM_STATUS_TONE[status]}
            label={t(`audits-contracts:status.${statusWord(status, 'action_plan')}`)}
            strong
          />
        )}
      </div>
      <h2 className={styles.name}>{row.nombre}</h2>
      <dl className={styles.facts}>
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
