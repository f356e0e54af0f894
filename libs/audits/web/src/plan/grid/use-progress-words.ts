import type { ItemId } from '@cotejo/audits-contracts';
import { explainProgress, type AuditView } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the breakdown of progress, a line per status: count and credited percentage. Null id = whole plan. */
export function useProgressWords(): (view: AuditView, id: ItemId | null) => readonly string[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  return useCallback(
    (view, id) => {
      const { progress, count, parts } = explainProgress(view, id);
      if (progress === null) return [];
      return [
        t('progress_from.of', { count, progress: format.percent(progress) }),
        ...parts.map((part) =>
          t('progress_from.part', {
            count: part.count,
            percent: format.percent(part.percent),
            status:
              part.status === null ? t('progress_from.none') : t(`audits-contracts:status.${part.status}`),
          }),
        ),
      ];
    },
    [t, format],
  );
}
