import type { ItemId, KernelIntent, Rejection } from '@cotejo/audits-contracts';
import { statusFamily, type AuditView } from '@cotejo/audits-domain';

export interface Assignable {
  /** What may be given to somebody. */
  readonly items: readonly ItemId[];
  /** How many of the chosen are nobody's work: groups, references, links. */
  readonly without: number;
  /** Work that this person may not give. */
  readonly refused: readonly { readonly id: ItemId; readonly rejection: Rejection }[];
}

/** What of a selection can be assigned, and why the rest can not. */
export function assignable(
  view: AuditView,
  ids: readonly ItemId[],
  judge: (intent: KernelIntent) => Rejection | null,
): Assignable {
  const items: ItemId[] = [];
  const refused: { id: ItemId; rejection: Rejection }[] = [];
  let without = 0;
  for (const id of ids) {
    const node = view.get(id);
    if (!node || statusFamily(node.type) === null) without += 1;
    else {
      // The same assignment again asks for the rights alone.
      const rejection = judge({ kind: 'assign_item', id, assignee: node.assignee });
      if (rejection) refused.push({ id, rejection });
      else items.push(id);
    }
  }
  return { items, without, refused };
}
