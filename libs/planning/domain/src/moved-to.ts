import type { AnnualPlan, PlannedAudit } from '@cotejo/planning-contracts';

/** Values of a postponed row that differ in the plan of another year: its days lie as many years later. */
export function movedTo(
  {
    id,
    plan,
    startDate,
    endDate,
  }: Pick<PlannedAudit, 'id' | 'startDate' | 'endDate'> & { readonly plan: { readonly name: string | null } },
  target: Pick<AnnualPlan, 'id' | 'year' | 'status'>,
) {
  const years = target.year - Number(plan.name);
  return {
    plan: target.id,
    movedFrom: id,
    origin: target.status === 'approved' ? 'added' : 'planned',
    startDate: startDate && laterBy(startDate, years),
    endDate: endDate && laterBy(endDate, years),
  } as const;
}

/** The same day of another year; 28 for 29 February where that year has none. */
export function laterBy(day: string, years: number): string {
  const next = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  const isThere = new Date(`${next}T00:00:00Z`).toISOString().startsWith(next);
  return isThere ? next : `${next.slice(0, 8)}28`;
}
