import { itemStatusOf, type OwnActionPlanRow } from '@cotejo/audits-contracts';

/** Day by which a plan is due, yyyy-MM-dd: its implementation date, else the due date of its finding. */
export const dueOf = ({ fechas }: Pick<OwnActionPlanRow, 'fechas'>): string | null =>
  fechas.implementacion ?? fechas.vencimiento;

/** Statuses in which the responsible person has done their part. */
const DONE: ReadonlySet<string> = new Set(['implemented', 'following_up', 'evaluated']);

const isDone = ({ status }: Pick<OwnActionPlanRow, 'status'>): boolean =>
  status !== null && DONE.has(itemStatusOf(status));

/** Plans that wait for the responsible person first, each part by the day on which they are due. */
export const byUrgency = <Row extends Pick<OwnActionPlanRow, 'fechas' | 'status'>>(
  rows: readonly Row[],
): readonly Row[] => {
  const rank = (row: Row): string => `${isDone(row) ? 1 : 0} ${dueOf(row) ?? 'later'}`;
  return rows.toSorted((one, other) => rank(one).localeCompare(rank(other)));
};

/** @param today yyyy-MM-dd */
export function isLate(row: Pick<OwnActionPlanRow, 'fechas' | 'status'>, today: string): boolean {
  const due = dueOf(row);
  return due !== null && due < today && !isDone(row);
}
