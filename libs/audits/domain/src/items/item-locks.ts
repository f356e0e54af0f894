import { NEVER_COPIED, type AuditErrorCode, type ItemType } from '@cotejo/audits-contracts';
import type { AuditView, DecisionContext, TreeNode } from '../model/model.ts';
import { isFixed, isRootGroup } from './structure.ts';

/**
 * Actions that an item's type or state may rule out; `sort` moves among siblings, `fill` sets worksheet
 * values.
 */
export type ItemAction =
  | 'rename'
  | 'recode'
  | 'move'
  | 'sort'
  | 'delete'
  | 'duplicate'
  | 'copy'
  | 'assign'
  | 'schedule'
  | 'describe'
  | 'fill';

/** Whether copies omit items of this type. */
export const staysBehind = (type: ItemType): boolean => NEVER_COPIED.has(type);

/**
 * Why an item's type or state rules an action out, for any user; null when it does not. Rights, the audit's
 * state and the surroundings are checked elsewhere.
 */
export function lockOf(view: AuditView, node: TreeNode, action: ItemAction): AuditErrorCode | null {
  switch (action) {
    case 'rename':
      if (isFixed(view, node)) return 'derived_item';
      return node.origin === 'library' ? 'rename_locked' : null;
    case 'describe':
      return node.origin === 'library' ? 'rename_locked' : null;
    case 'recode':
      if (node.type === 'reference') return 'derived_item';
      return node.origin === undefined ? null : 'code_locked';
    // References can be moved to another risk and deleted.
    case 'move':
    case 'delete':
      return node.type !== 'reference' && isFixed(view, node) ? 'derived_item' : null;
    case 'sort':
      if (node.type !== 'reference' && isFixed(view, node)) return 'derived_item';
      return node.type === 'understanding' && !hasPeers(view, node) ? 'sort_locked' : null;
    // A reference may not have the same parent as its original.
    case 'duplicate':
      return node.type === 'control' || node.type === 'reference'
        ? 'not_copyable'
        : lockOf(view, node, 'copy');
    case 'copy':
      return staysBehind(node.type) || isRootGroup(view, node) ? 'not_copyable' : null;
    // References and links are edited at their targets.
    case 'fill':
    case 'assign':
      return node.type === 'reference' || node.type === 'link' ? 'derived_item' : null;
    case 'schedule':
      return node.derived || node.type === 'reference' || node.type === 'link' ? 'derived_item' : null;
  }
}

/** Whether an item has living siblings of its type; only then can it be sorted. */
function hasPeers(view: AuditView, node: TreeNode): boolean {
  for (const id of view.childrenOf(node.place[0])) {
    const sibling = view.get(id);
    if (id !== node.id && sibling?.type === node.type && sibling.deleted === null) return true;
  }
  return false;
}

/**
 * Whether this user may not change findings of an ICCE audit. Where the team is unknown (a browser that has
 * not loaded it), the server decides.
 */
export const isIcceLocked = (view: AuditView, type: ItemType, { can }: DecisionContext): boolean =>
  view.recordType === 'icce' && type === 'finding' && view.team !== null && !can('plan.finding__icce');
