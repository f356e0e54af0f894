import {
  CONTRACT_STATUS,
  followUpTypeOf,
  statusWord,
  type FollowUpState,
  type ItemStatus,
} from '@cotejo/audits-contracts';
import { gradeLevel, StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './agenda.module.css';

/** Colours of the statuses that findings and plans have, as in the audit's plan. */
const TONES: Readonly<Partial<Record<ItemStatus, StatusTone>>> = {
  ...{ assigned: 'assigned', accepted: 'assigned', approved: 'assigned' },
  ...{ in_progress: 'progress', not_discussed: 'progress', following_up: 'progress' },
  ...{ completed: 'done', implemented: 'done', reviewed: 'reviewed', evaluated: 'reviewed' },
  not_accepted: 'refused',
};

const statusOf = (contract: string): ItemStatus =>
  (Object.keys(CONTRACT_STATUS) as ItemStatus[]).find((status) => CONTRACT_STATUS[status] === contract) ??
  'new';

/** Type, status, impact and due date of a finding or action plan. */
export function FollowUpFacts({ state }: { readonly state: FollowUpState }) {
  const { t } = useTranslation(['committees-web-agenda', 'audits-contracts']);
  const format = useFormat();
  const { impacto: impact, fecha_vencimiento: due, atrasado: isLate } = state;
  const type = followUpTypeOf(state.item_tipo);
  const status = state.status === null ? null : statusOf(state.status);
  return (
    <span className={styles.facts}>
      <span>{t(`type.${type}`)}</span>
      {status !== null && (
        <StatusDot
          tone={TONES[status] ?? 'new'}
          label={t(`audits-contracts:status.${statusWord(status, type)}`)}
        />
      )}
      {impact !== null && impact > 0 && (
        <span className={styles.impact} data-level={gradeLevel(impact, 'harm')}>
          {t('impact', {
            impact: t(`audits-contracts:valueOption.finding.impact.${impact}`).toLocaleLowerCase(),
          })}
        </span>
      )}
      {due !== null && (
        <span className={styles.due} data-late={isLate || undefined}>
          {t(isLate ? 'late' : 'due', { day: format.date(due) })}
        </span>
      )}
    </span>
  );
}
