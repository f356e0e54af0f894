import { itemStatusOf, type OwnActionPlanRow } from '@cotejo/audits-contracts';

/** Day by which a plan is due, yyyy-MM-dd: its implementation date, else the due date of its finding. */
export const dueOf = ({ fechas }: Pick<OwnActionPlanRow, 'fechas'>): string | null =>
  fechas.implementacion ?? fechas.vencimiento;

/** Statuses in which the responsible person has done their part. */
const DONE: ReadonlySet<string> = new Set(['implemented', 'following_up', 'evaluated']);

/** @param today yyyy-MM-dd */
export function isLate(row: Pick<OwnActionPlanRow, 'fechas' | 'status'>, today: string): boolean {
  const due = dueOf(row);
  return due !== null && due < today && (row.status === null || !DONE.has(itemStatusOf(row.status)));
}
