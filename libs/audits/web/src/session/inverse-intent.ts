import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** What an act left behind, and what would take it back as long as nobody changed it since. */
export interface Inverse {
  readonly intent: KernelIntent;
  /** Whether the item still is as the act left it; checked right before the inverse is made. */
  isStillMine(view: AuditView): boolean;
}

interface Captured {
  readonly intent: KernelIntent;
  /** What must not have changed since. Never a position: the server may resolve the anchors otherwise. */
  readonly watched: (node: TreeNode, view: AuditView) => unknown;
}

const unwatched = (): null => null;

/**
 * The intent that takes `intent` back; null when nothing does. Call before the act, and the result once
 * after it, on the view that the act changed.
 */
export function inverseOf(before: AuditView, intent: KernelIntent): ((after: AuditView) => Inverse) | null {
  const captured = capture(before, intent);
  if (!captured || !('id' in intent)) return null;
  const { id } = intent;
  const look = (view: AuditView): unknown => {
    const node = view.get(id);
    return node ? captured.watched(node, view) : undefined;
  };
  return (after) => {
    const left = look(after);
    return { intent: captured.intent, isStillMine: (view) => look(view) === left };
  };
}

function capture(view: AuditView, intent: KernelIntent): Captured | null {
  if (intent.kind === 'create_item') {
    // Others' work on it or under it is not ours to take back.
    const watched: Captured['watched'] = (one, now) => `${one.changedBy} ${displayOrder(now, one.id).length}`;
    return { intent: { kind: 'delete_item', id: intent.id }, watched };
  }
  const node = 'id' in intent ? view.get(intent.id) : undefined;
  if (!node) return null;
  const { id } = node;
  switch (intent.kind) {
    case 'rename_item':
      return { intent: { kind: 'rename_item', id, name: node.name }, watched: (one) => one.name };
    case 'recode_item':
      return { intent: { kind: 'recode_item', id, code: node.code }, watched: (one) => one.code };
    case 'assign_item':
      return { intent: { kind: 'assign_item', id, assignee: node.assignee }, watched: (one) => one.assignee };
    case 'move_item':
      return {
        intent: { kind: 'move_item', id, parent: node.place[0], ...anchorsOf(view, id) },
        watched: (one) => one.place[0],
      };
    // The rules compare for these: from → to, deleted or not.
    case 'change_status':
      return {
        intent: { kind: 'change_status', id, from: intent.to, to: intent.from },
        watched: unwatched,
      };
    case 'delete_item':
      return { intent: { kind: 'restore_item', id }, watched: unwatched };
    case 'restore_item':
      return { intent: { kind: 'delete_item', id }, watched: unwatched };
    case 'choose_finding_treatment':
      return node.treatment === 'action_plan' || node.treatment === 'none'
        ? { intent: { kind: intent.kind, id, treatment: node.treatment }, watched: (one) => one.treatment }
        : null;
    case 'choose_plan_treatment':
      return node.treatment === 'evaluate' || node.treatment === 'none'
        ? { intent: { kind: intent.kind, id, treatment: node.treatment }, watched: (one) => one.treatment }
        : null;
    default:
      return null;
  }
}

/** Where an item stands now, said so that it finds back also after its neighbours moved. */
function anchorsOf(view: AuditView, id: ItemId): { after: ItemId | null; before: ItemId | null } {
  const siblings = view.childrenOf(view.get(id)?.place[0] ?? null);
  const index = siblings.indexOf(id);
  return { after: siblings[index - 1] ?? null, before: siblings[index + 1] ?? null };
}
