import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';

export interface Anchors {
  readonly after?: ItemId | null;
  readonly before?: ItemId;
}

/**
 * The anchors that bring an item of a type to a 1-based rank among the children of a parent, as people see
 * them. What the display always puts first does not count as a neighbour of what it puts behind: among its
 * own kind an item lands as near to the rank as can be.
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

/** As `displayOrder` groups siblings: understanding, in a financial audit risks, the rest. */
function displayKind({ recordType }: AuditView, type: ItemType | undefined): 0 | 1 | 2 {
  if (type === 'understanding') return 0;
  return type === 'risk' && recordType === 'financial_audit' ? 1 : 2;
}
