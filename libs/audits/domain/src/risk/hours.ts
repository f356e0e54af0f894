import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '../model/model.ts';

/** Minutes of an item including its descendants. */
export interface Hours {
  readonly budgeted: number;
  readonly spent: number;
}

/** Budgeted and spent time of the audit (null) and of every living item, in one pass. */
export function hoursByItem(
  view: AuditView,
  spentOf: (id: ItemId) => number = () => 0,
): Map<ItemId | null, Hours> {
  const hours = new Map<ItemId | null, Hours>();
  const add = (id: ItemId | null, own: number, charged: number): Hours => {
    let budgeted = own;
    let spent = charged;
    for (const child of view.childrenOf(id)) {
      const node = view.get(child);
      if (!node || node.deleted !== null) continue;
      const minutes = node.values?.['budgetedMinutes'];
      const below = add(child, typeof minutes === 'number' ? minutes : 0, spentOf(child));
      budgeted += below.budgeted;
      spent += below.spent;
    }
    const sum = { budgeted, spent };
    hours.set(id, sum);
    return sum;
  };
  add(null, 0, 0);
  return hours;
}

/**
 * Eficiencia operativa: progress divided by the share of hours spent, in percent with one decimal; null
 * without progress, budget or spent hours (domain rules, section 4).
 */
export function operationalEfficiency(progress: number | null, { budgeted, spent }: Hours): number | null {
  if (progress === null || budgeted <= 0 || spent <= 0) return null;
  return Math.round((progress * budgeted * 10) / spent) / 10;
}
