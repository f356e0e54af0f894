import type { UnsentPlan } from '@cotejo/audits-web/unsent-plans';
import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './unsent-notice.module.css';

/** Notice about work of other plans that exists only in this browser, with a link to the first. */
export function UnsentNotice({ plans }: { readonly plans: readonly UnsentPlan[] }) {
  const { t } = useTranslation('web');
  const first = plans.find(({ unsent }) => unsent > 0) ?? plans[0];
  if (!first) return null;
  const what = first.unsent > 0 ? 'unsent' : 'refused';
  const name = first.name ?? t('left.some_plan');
  const words = t(`left.${what}`, { count: first[what], name });
  const more = plans.length > 1 ? ` ${t('left.more', { count: plans.length - 1 })}` : '';
  return (
    <Link
      className={styles.notice}
      data-what={what}
      to={what === 'unsent' ? first.path : `${first.path}&panel=rechazados`}
      title={words + more}
      aria-label={words + more}
    >
      <CloudUpload size={15} aria-hidden />
      <span className={styles.words}>{words + more}</span>
      <span className={styles.count}>{t('left.count', { count: first[what] })}</span>
    </Link>
  );
}
