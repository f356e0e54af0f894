import { annualPlan, type AnnualPlanRow } from '@cotejo/planning-contracts';
import { annualPlanRules } from '@cotejo/planning-domain';
import { stateFromRow, type AnyRules } from '@cotejo/record';
import { useRecordRows, valueOf, type RecordRow } from '@cotejo/record/client';
import type { ListRows } from '@cotejo/ui/list';
import { useCallback } from 'react';

/** The rules of plans, as generic parts of the kit take them. */
export const PLAN_RULES = annualPlanRules as unknown as AnyRules;

export interface Plans {
  readonly rows: ListRows<RecordRow>;
  readonly all: readonly AnnualPlanRow[];
  /** The plan of a year; null while there is none. */
  readonly ofYear: (year: number) => AnnualPlanRow | null;
  readonly years: readonly number[];
  /** State of the plan that a planned audit belongs to. */
  readonly parentOf: (row: RecordRow) => unknown;
}

/** The account's annual plans, live. */
export function usePlans(): Plans {
  const rows = useRecordRows(PLAN_RULES.record, false);
  const plans = rows.rows as unknown as readonly AnnualPlanRow[];
  const parentOf = useCallback(
    (row: RecordRow) => {
      const { id } = valueOf(row, 'plan') as { readonly id: string };
      const plan = plans.find((one) => one.id === id);
      return plan === undefined ? null : stateFromRow(annualPlan, plan);
    },
    [plans],
  );
  return {
    rows,
    all: plans,
    ofYear: (year) => plans.find((plan) => plan.year === year) ?? null,
    years: plans.map(({ year }) => year),
    parentOf,
  };
}
