import { NEVER_COPIED, type AuditErrorCode, type ItemType } from '@cotejo/audits-contracts';
import type { AuditView, DecisionContext, TreeNode } from './model.ts';
import { isFixed, isRootGroup } from './structure.ts';

/** What people do to an item that its nature may rule out; `sort` is a move among its siblings, `fill` sets values of its worksheet. */
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

/** Whether copies leave an item of this type behind, wherever it stands. */
export const staysBehind = (type: ItemType): boolean => NEVER_COPIED.has(type);

/**
 * Why the nature of an item rules an action out, whoever asks; null when it does not. Rights, the audit's
 * state and what stands around it are judged elsewhere.
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
    // A reference is moved to another risk and deleted like anything else.
    case 'move':
    case 'delete':
      return node.type !== 'reference' && isFixed(view, node) ? 'derived_item' : null;
    case 'sort':
      if (node.type !== 'reference' && isFixed(view, node)) return 'derived_item';
      return node.type === 'understanding' && !hasPeers(view, node) ? 'sort_locked' : null;
    // Beside its original a reference may not stand.
    case 'duplicate':
      return node.type === 'control' || node.type === 'reference'
        ? 'not_copyable'
        : lockOf(view, node, 'copy');
    case 'copy':
      return staysBehind(node.type) || isRootGroup(view, node) ? 'not_copyable' : null;
    // What is shared is worked on where it stands.
    case 'fill':
    case 'assign':
      return node.type === 'reference' || node.type === 'link' ? 'derived_item' : null;
    case 'schedule':
      return node.derived || node.type === 'reference' || node.type === 'link' ? 'derived_item' : null;
  }
}

/** Whether others of its type stand beside an item: only among them it has a place of its own choosing. */
function hasPeers(view: AuditView, node: TreeNode): boolean {
  for (const id of view.childrenOf(node.place[0])) {
    const sibling = view.get(id);
    if (id !== node.id && sibling?.type === node.type && sibling.deleted === null) return true;
  }
  return false;
}

/**
 * Whether an ICCE audit keeps this person's hands off its findings. Where the team is not known (a browser
 * that has not loaded it) the server judges.
 */
export const isIcceLocked = (view: AuditView, type: ItemType, { can }: DecisionContext): boolean =>
  view.recordType === 'icce' && type === 'finding' && view.team !== null && !can('plan.finding__icce');
