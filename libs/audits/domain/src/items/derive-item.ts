import type { ItemId } from '@cotejo/audits-contracts';
import { nextCode } from './codes.ts';
import { accept, itemCreated, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { deletionOf, hidesUnseenWork } from './delete-item.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { keyAt } from './positions.ts';
import { alive } from '../model/tree.ts';

/** Item derived by a treatment: an action plan or its evaluation. */
interface Derivation {
  readonly id: ItemId;
  readonly type: 'action_plan' | 'evaluation';
}

/** Creates or restores the derived child of an item; no event when it is alive. */
function derive(view: AuditView, source: TreeNode, { id, type }: Derivation): DecidedEvent[] {
  const child = view.get(id);
  if (child) return child.deleted === null ? [] : [{ type: 'TreeItemRestored', data: { id } }];
  return [
    itemCreated({
      id,
      itemType: type,
      parent: source.id,
      position: keyAt(view, source.id, id, {}),
      name: source.name,
      code: nextCode(view, type),
      status: 'new',
      derived: true,
    }),
  ];
}

/** Deletes the derived child with its subtree; refused when that contains other users' unseen work. */
function underive(view: AuditView, id: ItemId, base: number, context: DecisionContext): Decision {
  const child = view.get(id);
  if (!child || child.deleted !== null) return accept();
  if (hidesUnseenWork(view, id, base, context)) return refuse('stale_delete');
  return accept(deletionOf(view, id));
}

/** Rule of one of the two treatments: its subject, its event, and the derived item. */
interface Treatment<Chosen extends string> {
  readonly of: 'finding' | 'action_plan';
  /** The choice that creates the derived child; any other deletes it. */
  readonly brings: Chosen;
  readonly derived: Derivation;
  readonly event: (from: Chosen | 'none' | null) => DecidedEvent;
}

/** Chooses the treatment of an item, or clears it (null): its derived child is created or deleted. */
export function chooseTreatment<Chosen extends string>(
  view: AuditView,
  intent: { readonly id: ItemId; readonly treatment: Chosen | 'none' | null },
  base: number,
  context: DecisionContext,
  rule: Treatment<Chosen>,
): Decision {
  const { id, treatment } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (isIcceLocked(view, node.type, context)) return refuse('icce_role_required');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.type !== rule.of) return refuse('treatment_not_applicable');
  if (node.treatment === treatment) return accept();

  const wasNone = node.treatment === 'none' ? 'none' : null;
  const chosen = rule.event(node.treatment === rule.brings ? rule.brings : wasNone);
  if (treatment === rule.brings) return accept(chosen, ...derive(view, node, rule.derived));
  const removal = underive(view, rule.derived.id, base, context);
  return removal.ok ? { ok: true, events: [chosen, ...removal.events] } : removal;
}
