import type { ItemId, ItemType, Rejection } from '@cotejo/audits-contracts';
import { lockOf } from '../items/item-locks.ts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { canContain, isDerivedType } from '../items/structure.ts';
import { alive, depthOf, heightOf, isAncestor, MAX_DEPTH } from '../model/tree.ts';

/** An existing item, or a new one, which has no id yet. */
export type Placed = Pick<TreeNode, 'type' | 'target'> & { readonly id?: ItemId };

/**
 * Why an item may not be placed under a parent (null = the audit); null when it may. Checks types and shared
 * controls; cycles, depth and locks are checked by `moveLock`.
 */
export function placeLock(view: AuditView, parent: ItemId | null, item: Placed): Rejection | null {
  if (isDerivedType(item.type)) return { code: 'derived_item' };
  if (!alive(view, parent)) return { code: 'parent_deleted' };
  const parentType: ItemType | null = parent === null ? null : (view.get(parent)?.type ?? null);
  const notHere: Rejection = {
    code: 'child_type_not_allowed',
    params: { parent: parentType ?? 'audit', child: item.type },
  };
  if (!canContain(view.recordType, parentType, item.type)) return notHere;
  if (item.type === 'reference') {
    const refusal = sharedLock(view, item);
    if (refusal) return refusal;
  }
  return holdsSame(view, parent, item) ? notHere : null;
}

/** The target of a reference must be a living control of the same audit. */
function sharedLock(view: AuditView, { target }: Placed): Rejection | null {
  if (!target || target.audit !== null || !alive(view, target.item)) return { code: 'target_not_found' };
  return view.get(target.item)?.type === 'control' ? null : { code: 'not_shareable' };
}

/** A risk contains each control at most once: as the original or as one reference to it. */
function holdsSame(view: AuditView, parent: ItemId | null, { id, type, target }: Placed): boolean {
  const original = type === 'reference' ? target?.item : type === 'control' ? id : undefined;
  if (original === undefined) return false;
  if (type === 'reference' && view.get(original)?.place[0] === parent) return true;
  return view.referencesTo(original).some((each) => {
    const reference = view.get(each);
    return each !== id && reference?.place[0] === parent && reference.deleted === null;
  });
}

/**
 * Why an item may not be moved under a parent; null when it may. The user's rights are checked separately.
 */
export function moveLock(view: AuditView, node: TreeNode, parent: ItemId | null): Rejection | null {
  const locked = lockOf(view, node, parent === node.place[0] ? 'sort' : 'move');
  if (locked) return { code: locked };
  if (!alive(view, parent)) return { code: 'parent_deleted' };
  if (parent !== null && isAncestor(view, node.id, parent)) return { code: 'would_create_cycle' };
  const misplaced = placeLock(view, parent, node);
  if (misplaced) return misplaced;
  return depthLock(depthOf(view, parent) + heightOf(view, node.id));
}

/** Rejection of a tree with too many levels; null when it is within the limit. */
export const depthLock = (levels: number): Rejection | null =>
  levels > MAX_DEPTH ? { code: 'depth_exceeded', params: { levels: MAX_DEPTH } } : null;
