import type { ItemId } from '@cotejo/audits-contracts';
import { shownCode, type TreeRow } from '../session/rows/tree-rows.ts';

type Row = Pick<TreeRow, 'id' | 'node' | 'shown' | 'title'> & {
  readonly children: readonly Row[] | null;
};

/** An item on which time can be recorded. */
export interface TimedItem {
  readonly value: ItemId;
  readonly label: string;
}

function nameOf(row: Row): string {
  const code = shownCode(row);
  return code === null ? row.title.name : `${code} ${row.title.name}`;
}

/** Items and groups of a plan in its order, each with the name of its parent; references and links take no time. */
export function timedItems(rows: readonly Row[], parent: Row | null = null): TimedItem[] {
  return rows.flatMap((row) => {
    const { type } = row.node;
    const label = parent === null ? nameOf(row) : `${nameOf(row)} · ${nameOf(parent)}`;
    const own = type === 'reference' || type === 'link' ? [] : [{ value: row.id, label }];
    return [...own, ...timedItems(row.children ?? [], row)];
  });
}
