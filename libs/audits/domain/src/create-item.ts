import { originalItemId, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { assigneeMayWork } from './assign-item.ts';
import { nextCode } from './codes.ts';
import { accept, refuse } from './decision.ts';
import type { AuditView, Decision, DecisionContext } from './model.ts';
import { positionAt } from './positions.ts';
import { initialStatus } from './statuses.ts';
import { canContain, isDerivedType } from './structure.ts';
import { alive, depthOf, MAX_DEPTH } from './tree.ts';

export type CreateItem = Extract<KernelIntent, { kind: 'create_item' }>;

/** A new item under a living parent that may hold its type; gets the next free code if it has none. */
export function createItem(view: AuditView, intent: CreateItem, context: DecisionContext): Decision {
  const { id, type, parent } = intent;
  if (!context.can('plan.treeitem__add')) return refuse('forbidden');
  // Committed already while the browser still waits for its answer: nothing more to show.
  if (view.get(id)) return context.mode === 'optimistic' ? accept() : refuse('duplicate_id');
  // The suffixes belong to what treatments derive: taking such an id would block them.
  if (isDerivedType(type) || originalItemId(id) !== id) return refuse('derived_item');
  if (!alive(view, parent)) return refuse('parent_deleted');
  const parentType: ItemType | null = parent === null ? null : (view.get(parent)?.type ?? null);
  if (!canContain(view.recordType, parentType, type))
    return refuse('child_type_not_allowed', { parent: parentType ?? 'audit', child: type });
  if (depthOf(view, parent) + 1 > MAX_DEPTH) return refuse('depth_exceeded', { levels: MAX_DEPTH });

  const assignee = intent.assignee ?? null;
  if (assignee !== null) {
    if (!context.can('plan.assign_user')) return refuse('forbidden');
    if (!assigneeMayWork(view, type, assignee)) return refuse('assignee_not_in_team');
  }
  return accept({
    type: 'TreeItemCreated',
    data: {
      id,
      itemType: type,
      parent,
      position: positionAt(view, parent, id, intent),
      name: intent.name,
      code: intent.code ?? nextCode(view, type),
      status: initialStatus(type, assignee !== null),
      assignee,
      derived: false,
    },
  });
}
