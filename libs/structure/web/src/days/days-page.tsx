import type { TranslationBundle } from '@cotejo/i18n';
import {
  recordClientTranslations,
  RecordPage,
  ruledRow,
  valueOf,
  type RecordRow,
} from '@cotejo/record/client';
import { calendarDayRules, colombianHolidays } from '@cotejo/structure-domain';
import { useFormat } from '@cotejo/ui';
import { CalendarDays } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsCrumb } from '../settings-crumb.ts';
import { YearFigures } from './year-figures.tsx';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const WORDS = 'structure-web-days';
export const words: readonly TranslationBundle[] = [{ namespace: WORDS, es, en }, recordClientTranslations];

const COLORS = { kind: { holiday: 'orange', working: 'teal' } };
/** Years whose holidays by law are listed: this one and the next. */
const LISTED_YEARS = 2;

/** `/configuraciones/calendario/`: holidays by law, and the account's own days in their place or beside them. */
export default function DaysPage() {
  const { t } = useTranslation(WORDS);
  const format = useFormat();
  const breadcrumb = useSettingsCrumb();
  const thisYear = Number(format.isoDay(new Date()).slice(0, 4));
  const ruled = useCallback(
    (records: readonly RecordRow[]) => {
      const changed = new Set(records.map((row) => valueOf(row, 'date')));
      return Array.from({ length: LISTED_YEARS }, (_, later) => colombianHolidays(thisYear + later))
        .flat()
        .filter(({ date }) => !changed.has(date))
        .map(({ name, date }) =>
          ruledRow(`${name}-${date}`, { date, name: t(`holidays.${name}`), kind: 'holiday' }, t('source')),
        );
    },
    [thisYear, t],
  );
  return (
    <RecordPage
      rules={calendarDayRules}
      words={WORDS}
      icon={CalendarDays}
      nameField="name"
      columns={['date', 'name', 'kind', 'createdBy']}
      form={['name', ['date', 'kind']]}
      colors={COLORS}
      breadcrumb={breadcrumb}
      meta={yearFigures}
      ruled={ruled}
      firstOrder={FIRST_ORDER}
      calendar={CALENDAR}
    />
  );
}

const FIRST_ORDER = { column: 'date', isDescending: false };
const CALENDAR = { from: 'date' };
const yearFigures = (rows: readonly RecordRow[]) => <YearFigures rows={rows} />;
