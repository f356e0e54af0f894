import { DEFAULT_RATING_SCALE } from '@cotejo/audits-contracts';
import { ratingLevelRules } from '@cotejo/audits-domain/ratings';
import type { TranslationBundle } from '@cotejo/i18n';
import { recordClientTranslations, RecordPage, ruledRow, type RecordRow } from '@cotejo/record/client';
import { Gauge } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RATING_COLOR } from '../conclusion/rating-colors.ts';

const WORDS = 'audits-web-ratings';
export const words: readonly TranslationBundle[] = [recordClientTranslations];

const FIRST_ORDER = { column: 'rank', isDescending: false };
const COLORS = { colour: RATING_COLOR };

/** `/configuraciones/calificaciones/`: levels from which audits are rated; the built-in ones until there are others. */
export default function RatingsPage() {
  const { t } = useTranslation(WORDS);
  const label = t('settings');
  const breadcrumb = useMemo(() => [{ label, to: '/configuraciones/' }], [label]);
  const ruled = useCallback(
    (records: readonly RecordRow[]) =>
      records.length > 0
        ? []
        : DEFAULT_RATING_SCALE.map(({ code, ...level }, index) =>
            ruledRow(code, { ...level, rank: index + 1 }, t('source')),
          ),
    [t],
  );
  return (
    <RecordPage
      rules={ratingLevelRules}
      words={WORDS}
      icon={Gauge}
      nameField="name"
      columns={['rank', 'name', 'colour', 'createdBy']}
      form={['name', ['rank', 'colour']]}
      breadcrumb={breadcrumb}
      colors={COLORS}
      ruled={ruled}
      firstOrder={FIRST_ORDER}
    />
  );
}
