import type { ItemId } from '@cotejo/audits-contracts';
import {
  dueOfAudit,
  dueOfItem,
  explainProgress,
  GREEN_FROM,
  judgeProgress,
  ORANGE_FROM,
  resolved,
  type AuditView,
  type Due,
} from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan-context.ts';

/**
 * Returns the breakdown of progress, a line per status: count and credited percentage; then what its colour means.
 * Null id = whole plan.
 */
export function useProgressWords(): (view: AuditView, id: ItemId | null) => readonly string[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const { audit } = usePlan();
  const rule = useRuleWords();
  return useCallback(
    (view, id) => {
      const { progress, count, parts } = explainProgress(view, id);
      if (progress === null) return [];
      const node = id === null ? undefined : view.get(id);
      const ownEnd = node ? (resolved(view, node)?.dates?.[1] ?? null) : null;
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
        rule(progress, dueOfItem(dueOfAudit(view.status, audit.fecha_fin), ownEnd)),
      ];
    },
    [t, format, audit.fecha_fin, rule],
  );
}

/** Returns what the colour of a progress figure means, or from when it has one. */
function useRuleWords(): (percent: number, due: Due) => string {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  return useCallback(
    (percent, due) => {
      const date = due.endDate === null ? null : format.date(due.endDate);
      if (due.isDropped) return t('progress_from.dropped');
      const { level, isLate } = judgeProgress(percent, due, format.isoDay(new Date()));
      if (level === 'neutral')
        return date === null ? t('progress_from.undated') : t('progress_from.not_due', { date });
      const rule = t('progress_from.rule', {
        orange: format.percent(ORANGE_FROM, 0),
        green: format.percent(GREEN_FROM, 0),
      });
      return isLate ? t('progress_from.late', { date, rule }) : rule;
    },
    [t, format],
  );
}
