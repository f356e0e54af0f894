import type { AnnualPlanRow } from '@cotejo/planning-contracts';
import { createContext } from 'react';

export interface ShownPlan {
  /** The plan of the year that the page shows; null while there is none. */
  readonly plan: AnnualPlanRow | null;
  /** Plans of all years. */
  readonly plans: readonly AnnualPlanRow[];
}

export const PlanContext = createContext<ShownPlan>({ plan: null, plans: [] });
