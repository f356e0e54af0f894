import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import type { RecordRow } from '@cotejo/record/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** Working days and hours of this year and the next, read again when the calendar changes. */
export function YearFigures({ rows }: { readonly rows: readonly RecordRow[] }) {
  const { t } = useTranslation('structure-web-days');
  const { api } = useWorkspace();
  const format = useFormat();
  const version = rows.map(({ id, version: at }) => `${id} ${at}`).join();
  const years = useQuery({
    queryKey: ['structure', 'years', version],
    queryFn: ({ signal }) => perform(api, accessCalls.people.ownYears, {}, { signal }),
    placeholderData: keepPreviousData,
  });
  const today = format.isoDay(new Date());
  return (
    <span>
      {(years.data ?? [])
        .filter(({ ano }) => ano >= Number(today.slice(0, 4)))
        .map(({ ano, dias_habiles: days, minutos_habiles: minutes }) =>
          t('year', { year: String(ano), days, hours: minutes / 60 }),
        )
        .join(' · ')}
    </span>
  );
}
