import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanContextValue } from '../plan/plan-context.ts';

/** Moves the front worksheet to the row below (1) or above (-1); the tree follows only as far as needed. */
export function useStep({
  worksheets,
  showRow,
  announce,
}: Pick<PlanContextValue, 'worksheets' | 'showRow' | 'announce'>): (by: 1 | -1) => void {
  const { t } = useTranslation('audits-web');
  return useCallback(
    (by) => {
      const to = worksheets.step(by);
      if (to === null) announce(t(by === 1 ? 'worksheet.step.last' : 'worksheet.step.first'));
      else showRow(to);
    },
    [worksheets, showRow, announce, t],
  );
}
