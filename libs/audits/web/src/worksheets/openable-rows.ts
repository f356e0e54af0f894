import type { ItemId } from '@cotejo/audits-contracts';
import { atom } from 'jotai';
import { filterAtom, planDaysAtom } from '../plan/plan-atoms.ts';
import { clickOf } from '../plan/plan-keys.ts';
import { RowFilter, type ShownRow } from '../plan/toolbar/plan-filter.ts';
import { treeAtom } from '../session/session-atoms.ts';

const rowFilterAtom = atom((get) => new RowFilter(get(filterAtom), get(planDaysAtom)));

/** Rows that open a worksheet, in the plan's order; with a filter, those that match it. */
export const openableRowsAtom = atom((get): readonly ItemId[] =>
  openable(get(rowFilterAtom).read(get(treeAtom).rows).rows),
);

/** Groups only expand, and links lead to another audit; a row may be shown only for the sake of those inside it. */
export function openable(rows: readonly ShownRow[]): readonly ItemId[] {
  const found: ItemId[] = [];
  const walk = (list: readonly ShownRow[]): void => {
    for (const row of list) {
      if (row.isContext !== true && clickOf(row.node) === 'open') found.push(row.id);
      if (row.children) walk(row.children);
    }
  };
  walk(rows);
  return found;
}

/** Row after (1) or before (-1) another; null at the end, and for a row that is not listed. */
export function rowBeside(rows: readonly ItemId[], from: ItemId | null, by: 1 | -1): ItemId | null {
  const at = from === null ? -1 : rows.indexOf(from);
  return at < 0 ? null : (rows[at + by] ?? null);
}
