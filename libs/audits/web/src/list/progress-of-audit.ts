import type { AuditProgress, ItemStatus } from '@cotejo/audits-contracts';
import { itemStatusOf } from '../audit-status.ts';

/** Item types that count for progress; the list shows no statuses of other types. */
const WORK: ReadonlySet<string> = new Set([
  'HT_ENTENDIMIENTO',
  'HT_RIESGO',
  'HT_CONTROL',
  'HT_CONTROL_TEST',
  'HT_PASO',
  'HT_INSPECCION',
  'HT_MATERIALIDAD',
]);

/** Number of items per status, summed over the types that count for progress. */
export function statusesOf({ por_tipo }: Pick<AuditProgress, 'por_tipo'>): ReadonlyMap<ItemStatus, number> {
  const counts = new Map<ItemStatus, number>();
  for (const { item_tipo, estados } of por_tipo) {
    if (!WORK.has(item_tipo)) continue;
    for (const [contract, count] of Object.entries(estados)) {
      const status = itemStatusOf(contract);
      counts.set(status, (counts.get(status) ?? 0) + count);
    }
  }
  return counts;
}
