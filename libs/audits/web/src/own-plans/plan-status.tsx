import { statusWord, itemStatusOf, type OwnActionPlanRow } from '@cotejo/audits-contracts';
import { StatusDot } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import styles from './own-action-plans-page.module.css';

/** Code and status of a plan, above its name. */
export function PlanStatus({ row }: { readonly row: OwnActionPlanRow }) {
  const { t } = useTranslation('audits-contracts');
  const status = row.status === null ? null : itemStatusOf(row.status);
  return (
    <>
      <span className={`num ${styles.code}`}>{row.codigo}</span>
      {status && (
        <StatusDot
          tone={ITEM_STATUS_TONE[status]}
          label={t(`status.${statusWord(status, 'action_plan')}`)}
          strong
        />
      )}
    </>
  );
}
