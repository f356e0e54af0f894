import type { ItemId, Stretch } from '@cotejo/audits-contracts';
import type { TreeRow } from '../session/rows/tree-rows.ts';

/** A planned day that is still to come, or that is past while its work is not done. */
export interface NextDate {
  readonly key: string;
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly name: string;
  /** Null for a sprint or visit. */
  readonly item: ItemId | null;
  readonly isLate: boolean;
}

const DONE: ReadonlySet<string | null> = new Set([
  'completed',
  'reviewed',
  'evaluated',
  'implemented',
  'accepted',
]);

/** Last days of open items, sprints and visits: the late ones first, then the next. */
export function nextDates(
  rows: readonly TreeRow[],
  stretches: readonly Stretch[],
  today: string,
  most: number,
): readonly NextDate[] {
  const found: NextDate[] = [];
  const visit = ({ id, node, shown, children }: TreeRow): void => {
    const day = node.dates?.[1] ?? null;
    if (day !== null && node.status !== null && !DONE.has(node.status)) {
      const name = [shown.code, shown.name].filter(Boolean).join(' ');
      found.push({ key: id, day, name, item: id, isLate: day < today });
    }
    for (const child of children ?? []) visit(child);
  };
  for (const row of rows) visit(row);
  for (const { id, name, endDate, isRemoved } of stretches)
    if (!isRemoved && endDate !== null && endDate >= today)
      found.push({ key: id, day: endDate, name, item: null, isLate: false });
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).slice(0, most);
}
