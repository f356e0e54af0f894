import { gradeLevel } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import styles from './findings-panel.module.css';
import type { FindingImpact } from './listed-findings.ts';

/** Impact of a finding as text with its colour. */
export function ImpactPill({ impact }: { readonly impact: FindingImpact }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return (
    <span className={styles.impact} data-level={impact === null ? undefined : gradeLevel(impact, 'harm')}>
      {impact === null ? t('findings.no_impact') : t(`audits-contracts:valueOption.finding.impact.${impact}`)}
    </span>
  );
}
