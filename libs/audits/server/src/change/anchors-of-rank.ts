import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';

export interface Anchors {
  readonly after?: ItemId | null;
  readonly before?: ItemId;
}

/**
 * Anchors (`after` or `before`) that move an item to a 1-based rank among the children of a parent, in
 * display order. The display groups siblings by kind and orders the groups itself, so only siblings of the
 * item's kind serve as anchors: the item lands as near to the rank as its group allows.
 */
export function anchorsOfRank(
  view: AuditView,
  parent: ItemId | null,
  item: { readonly id: ItemId; readonly type: ItemType },
  rank: number,
): Anchors {
  const kind = displayKind(view, item.type);
  const siblings = displayOrder(view, parent).filter((id) => id !== item.id);
  const isPeer = (id: ItemId): boolean => displayKind(view, view.get(id)?.type) === kind;
  const after = siblings.slice(0, rank - 1).findLast(isPeer);
  if (after !== undefined) return { after };
  const before = siblings.find(isPeer);
  return before === undefined ? {} : { before };
}

/**
 * Display group of a type, in the order that `displayOrder` uses: understanding, then in a financial audit
 * risks, then the rest.
 */
function displayKind({ recordType }: AuditView, type: ItemType | undefined): 0 | 1 | 2 {
  if (type === 'understanding') return 0;
  return type === 'risk' && recordType === 'financial_audit' ? 1 : 2;
}
