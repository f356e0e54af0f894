import type { ItemId } from '@cotejo/audits-contracts';
import type { RowTitle, TreeRow } from '../session/rows/tree-rows.ts';

type Row = Pick<TreeRow, 'id' | 'node'> & {
  readonly title: Pick<RowTitle, 'code' | 'name'>;
  readonly children: readonly Row[] | null;
};

/** An item on which time can be recorded. */
export interface TimedItem {
  readonly value: ItemId;
  readonly label: string;
}

const nameOf = ({ title: { code, name } }: Row): string => (code === null ? name : `${code} ${name}`);

/** Items and groups of a plan in its order, each with the name of its parent; references and links take no time. */
export function timedItems(rows: readonly Row[], parent: Row | null = null): TimedItem[] {
  return rows.flatMap((row) => {
    const { type } = row.node;
    const label = parent === null ? nameOf(row) : `${nameOf(row)} · ${nameOf(parent)}`;
    const own = type === 'reference' || type === 'link' ? [] : [{ value: row.id, label }];
    return [...own, ...timedItems(row.children ?? [], row)];
  });
}
