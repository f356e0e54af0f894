import { auditStatusOf, type AuditDetail } from '@cotejo/audits-contracts';
import { StatusDot, useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { AUDIT_STATUS_TONE } from '../audit-status.ts';
import { auditDays } from './audit-days.ts';
import styles from './summary.module.css';

/** State of an audit and its days against today; of a closed one, the assembly and retention of its file. */
export function Standing({ audit }: { readonly audit: AuditDetail }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const status = auditStatusOf(audit.status);
  const { fecha_inicio: startDate, fecha_fin: endDate, fecha_cierre_real: closedOn } = audit;
  const days = auditDays({ status, startDate, endDate, closedOn }, format.isoDay(new Date()));
  return (
    <>
      <StatusDot
        tone={AUDIT_STATUS_TONE[status]}
        label={t(`audits-contracts:auditStatus.${status}`)}
        strong
      />
      <p className={styles.days}>
        {startDate === null && endDate === null
          ? t('summary.no_dates')
          : `${format.date(startDate) || '…'} – ${format.date(endDate) || '…'}`}
      </p>
      {days.kind === 'closed' ? (
        <ul className={styles.plain}>
          <li>{t('summary.closed_on', { date: format.date(closedOn) })}</li>
          <li data-late={days.assemblyLeft < 0 || undefined}>
            {days.assemblyLeft < 0
              ? t('summary.assembly_over', { date: format.date(days.assembleBy) })
              : t('summary.assembly_left', {
                  count: days.assemblyLeft,
                  date: format.date(days.assembleBy),
                })}
          </li>
          <li>{t('summary.retained', { date: format.date(days.retainedUntil) })}</li>
        </ul>
      ) : (
        days.kind !== 'none' && (
          <p className={styles.days} data-late={days.kind === 'late' || undefined}>
            {t(`summary.days.${days.kind}`, { count: days.days })}
          </p>
        )
      )}
    </>
  );
}
