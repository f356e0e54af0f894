import type { PlannedAudit } from '@cotejo/planning-contracts';
import { approvedFigures } from './planned-audit-rules.ts';

/** Sums over the rows of one year. */
export interface PlanTotals {
  readonly audits: number;
  readonly minutes: number;
  /** In whole units of the currency. */
  readonly cost: number;
}

const NOTHING: PlanTotals = { audits: 0, minutes: 0, cost: 0 };
const plus = (sum: PlanTotals, { minutes, cost }: Pick<PlannedAudit, 'minutes' | 'cost'>): PlanTotals => ({
  audits: sum.audits + 1,
  minutes: sum.minutes + minutes,
  cost: sum.cost + (cost ?? 0),
});

/** Sums of a year's plan: as approved, and as it is, without what was postponed or withdrawn. */
export function planTotals(rows: readonly PlannedAudit[]): {
  readonly approved: PlanTotals;
  readonly current: PlanTotals;
} {
  const approved = rows.flatMap((row) => approvedFigures(row) ?? []);
  const current = rows.filter(({ status }) => status === 'planned' || status === 'created');
  return { approved: approved.reduce(plus, NOTHING), current: current.reduce(plus, NOTHING) };
}
