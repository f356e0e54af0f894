import type { TranslationBundle } from '@cotejo/i18n';
import {
  recordClientTranslations,
  RecordPage,
  ruledRow,
  valueOf,
  type RecordRow,
} from '@cotejo/record/client';
import { LEGAL_TERMS, workTermsRules } from '@cotejo/structure-domain';
import { Clock } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsCrumb } from '../settings-crumb.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'structure-web-terms';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

/** `/configuraciones/jornada/`: hours a day and free days by date; the law's until the account has its own. */
export default function TermsPage() {
  const { t } = useTranslation(WORDS);
  const breadcrumb = useSettingsCrumb();
  const ruled = useCallback(
    (records: readonly RecordRow[]) => {
      const own = records.map((row) => String(valueOf(row, 'since'))).sort();
      return LEGAL_TERMS.filter(({ since }) => own[0] === undefined || since < own[0]).map((terms) =>
        ruledRow(
          terms.since,
          { ...terms, name: t('by_law', { hours: (terms.dailyMinutes * 5) / 60 }) },
          t('source'),
        ),
      );
    },
    [t],
  );
  return (
    <RecordPage
      rules={workTermsRules}
      words={WORDS}
      icon={Clock}
      nameField="name"
      columns={['since', 'name', 'dailyMinutes', 'weekdays', 'vacationDays', 'trainingDays', 'createdBy']}
      form={['name', ['since', 'dailyMinutes'], 'weekdays', ['vacationDays', 'trainingDays']]}
      breadcrumb={breadcrumb}
      ruled={ruled}
      firstOrder={FIRST_ORDER}
    />
  );
}

const FIRST_ORDER = { column: 'since', isDescending: true };
