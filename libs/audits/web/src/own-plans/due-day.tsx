import type { OwnActionPlanRow } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { dueOf, isLate } from './due-of.ts';
import styles from './own-action-plans-page.module.css';

/** The day by which a plan is due, in words if it has none, and marked once it has passed. */
export function DueDay({ row }: { readonly row: OwnActionPlanRow }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const due = dueOf(row);
  if (due === null) return t('own_plans.no_due');
  const day = <span className="num">{format.date(due)}</span>;
  return isLate(row, format.isoDay(new Date())) ? (
    <span className={styles.late}>
      {day} · {t('own_plans.late')}
    </span>
  ) : (
    day
  );
}
