import type { AnnualPlan, PlannedAudit } from '@cotejo/planning-contracts';
import { plannedDays } from './plan-capacity.ts';
import { approvedFigures } from './planned-audit-rules.ts';

/** Compliance of an approved plan: `closed` of the `due` audits are closed. */
export interface PlanCompliance {
  readonly due: number;
  readonly closed: number;
}

/**
 * Closed audits of approved rows against the approved rows that are due: domain rules, section 13. A row is due from
 * the day after its approved end; postponed and withdrawn rows stay due, since the committee approved them. An audit
 * that was closed before its row was due counts on both sides. Null while nothing is due.
 * @param isClosed whether the audit of that id is closed
 * @param today `yyyy-MM-dd`
 */
export function planCompliance(
  rows: readonly PlannedAudit[],
  { year }: Pick<AnnualPlan, 'year'>,
  isClosed: (audit: string) => boolean,
  today: string,
): PlanCompliance | null {
  let due = 0;
  let closed = 0;
  for (const row of rows) {
    const approved = approvedFigures(row);
    if (approved === null) continue;
    const end = plannedDays(approved, year)?.to;
    const isDone = row.audit !== null && isClosed(row.audit);
    if (isDone) closed++;
    if (isDone || (end !== undefined && end < today)) due++;
  }
  return due === 0 ? null : { due, closed };
}
