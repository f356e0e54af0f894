import type { AnnualPlanRow } from '@cotejo/planning-contracts';
import { createContext } from 'react';

/** The plan of the year that the page shows; null while there is none. */
export const PlanContext = createContext<AnnualPlanRow | null>(null);
