import { useMemo } from 'react';
import { usePlan } from '../plan/plan-context.ts';
import type { MenuFacts } from './plan-menu.ts';
import { useLiveView } from '../actions/use-live-view.ts';

/** Menu facts of the open plan; a new object whenever results may differ. */
export function useMenuFacts(): MenuFacts {
  const { session, panelsBeside } = usePlan();
  const view = useLiveView();
  return useMemo(
    () => ({
      view,
      judge: (intent) => session.judge(intent),
      can: session.can,
      me: session.me,
      mode: session.mode,
      beside: panelsBeside.filter(({ isOfAudit }) => !isOfAudit).map(({ id }) => id),
      besideAudit: panelsBeside.filter(({ isOfAudit }) => isOfAudit).map(({ id }) => id),
    }),
    [view, session, panelsBeside],
  );
}
