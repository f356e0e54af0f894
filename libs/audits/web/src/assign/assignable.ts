import type { ItemId, KernelIntent, Rejection } from '@cotejo/audits-contracts';
import { statusFamily, type AuditView } from '@cotejo/audits-domain';

export interface Assignable {
  /** Items of the selection that can be assigned. */
  readonly items: readonly ItemId[];
  /** Number of selected items that have no assignee by type: groups, references, links. */
  readonly without: number;
  /** Items whose assignment the rules refuse to this user. */
  readonly refused: readonly { readonly id: ItemId; readonly rejection: Rejection }[];
}

/** Splits a selection into items that this user can assign and items that they cannot, with the reason. */
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
      // Judging the current assignee again checks permissions alone: the intent itself changes nothing.
      const rejection = judge({ kind: 'assign_item', id, assignee: node.assignee });
      if (rejection) refused.push({ id, rejection });
      else items.push(id);
    }
  }
  return { items, without, refused };
}
