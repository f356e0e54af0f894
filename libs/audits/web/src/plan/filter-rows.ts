import type { ItemStatus } from '@cotejo/audits-contracts';
import type { TreeRow } from '../session/tree-rows.ts';
import { fold } from '../text-search.ts';

/** Nobody's items: the contract's `sin_asignar`. */
export const UNASSIGNED = 'sin_asignar';

export interface PlanFilter {
  readonly text: string;
  /** User id, `UNASSIGNED`, or null for everybody. */
  readonly assignee: string | null;
  readonly status: ItemStatus | null;
}

export const NO_FILTER: PlanFilter = { text: '', assignee: null, status: null };

export const isFiltering = (filter: PlanFilter): boolean =>
  filter.text.trim() !== '' || filter.assignee !== null || filter.status !== null;

/** Rows that match, with all that is above them. A row that matches keeps only what matches under it. */
export function filterRows(rows: readonly TreeRow[], filter: PlanFilter): readonly TreeRow[] {
  if (!isFiltering(filter)) return rows;
  const text = fold(filter.text);
  const matches = ({ node }: TreeRow): boolean =>
    (text === '' || fold(`${node.code ?? ''} ${node.name}`).includes(text)) &&
    (filter.status === null || node.status === filter.status) &&
    (filter.assignee === null ||
      (filter.assignee === UNASSIGNED
        ? node.status !== null && node.assignee === null
        : node.assignee === filter.assignee));

  const keep = (list: readonly TreeRow[]): TreeRow[] =>
    list.flatMap((row) => {
      const children = keep(row.children ?? []);
      return children.length > 0 || matches(row) ? [{ ...row, children: row.children && children }] : [];
    });
  return keep(rows);
}
