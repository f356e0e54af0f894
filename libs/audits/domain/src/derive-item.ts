import type { ItemId } from '@cotejo/audits-contracts';
import { nextCode } from './codes.ts';
import { accept, refuse, type DecidedEvent } from './decision.ts';
import { deletionOf, hidesUnseenWork } from './delete-item.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { positionAt } from './positions.ts';

/** What a treatment brings about under an item: an action plan or its evaluation. */
export interface Derivation {
  readonly id: ItemId;
  readonly type: 'action_plan' | 'evaluation';
}

/** Makes or brings back the derived child of an item; no event when it lives. */
export function derive(view: AuditView, source: TreeNode, { id, type }: Derivation): DecidedEvent[] {
  const child = view.get(id);
  if (child) return child.deleted === null ? [] : [{ type: 'TreeItemRestored', data: { id } }];
  return [
    {
      type: 'TreeItemCreated',
      data: {
        id,
        itemType: type,
        parent: source.id,
        position: positionAt(view, source.id, id, {}),
        name: source.name,
        code: nextCode(view, type),
        status: 'new',
        assignee: null,
        derived: true,
      },
    },
  ];
}

/** Takes the derived child away with what is under it; refused when that hides unseen work of others. */
export function underive(view: AuditView, id: ItemId, base: number, context: DecisionContext): Decision {
  const child = view.get(id);
  if (!child || child.deleted !== null) return accept();
  if (hidesUnseenWork(view, id, base, context)) return refuse('stale_delete');
  return accept(deletionOf(view, id));
}
