import { statusWord, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { writePlanFilter } from '../plan/toolbar/filter-address.ts';
import { NO_FILTER } from '../plan/toolbar/plan-filter.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import { withModule } from './summary-address.ts';
import { inOrder } from './status-strip.tsx';
import styles from './summary.module.css';

interface StatusLinksProps {
  readonly type: ItemType;
  readonly statuses: ReadonlyMap<ItemStatus, number>;
}

/** "Revisado 18" per status, each opening the plan with those items. */
export function StatusLinks({ type, statuses }: StatusLinksProps) {
  const { t } = useTranslation('audits-contracts');
  const format = useFormat();
  const [params] = useSearchParams();
  const plan = withModule(params, null);
  return (
    <span className={styles.words}>
      {inOrder(statuses).map(([status, count], index) => (
        <Fragment key={status}>
          {index > 0 && ' · '}
          <Link
            to={{
              search: writePlanFilter(plan, { ...NO_FILTER, types: [type], statuses: [status] }).toString(),
            }}
          >
            {`${t(`audits-contracts:status.${statusWord(status, type)}`)} ${format.number(count, 0)}`}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

/** Opens the plan with the items of a type. */
export function TypeLink({ type, children }: { readonly type: ItemType; readonly children: ReactNode }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const [params] = useSearchParams();
  const search = writePlanFilter(withModule(params, null), { ...NO_FILTER, types: [type] }).toString();
  return (
    <Link to={{ search }} title={t('summary.see_in_plan')}>
      {children}
    </Link>
  );
}

/** Opens the panel of findings. */
export function FindingsLink({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('audits-web');
  const [params] = useSearchParams();
  const search = withPanel('hallazgos')(withModule(params, null)).toString();
  return (
    <Link to={{ search }} title={t('summary.see_findings')}>
      {children}
    </Link>
  );
}
