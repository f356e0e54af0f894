import type { ItemId } from '@cotejo/audits-contracts';
import { nextCode } from './codes.ts';
import { accept, itemCreated, policyObjectOf, refuse, type DecidedEvent } from './decision.ts';
import { deletionOf, hidesUnseenWork } from './delete-item.ts';
import { isIcceLocked } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from './model.ts';
import { keyAt } from './positions.ts';
import { alive } from './tree.ts';

/** What a treatment brings about under an item: an action plan or its evaluation. */
interface Derivation {
  readonly id: ItemId;
  readonly type: 'action_plan' | 'evaluation';
}

/** Makes or brings back the derived child of an item; no event when it lives. */
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

/** Takes the derived child away with what is under it; refused when that hides unseen work of others. */
function underive(view: AuditView, id: ItemId, base: number, context: DecisionContext): Decision {
  const child = view.get(id);
  if (!child || child.deleted !== null) return accept();
  if (hidesUnseenWork(view, id, base, context)) return refuse('stale_delete');
  return accept(deletionOf(view, id));
}

/** The two items that are treated, the event that says so, and what comes of it. */
interface Treatment<Chosen extends string> {
  readonly of: 'finding' | 'action_plan';
  /** The choice that brings the derived child about; any other takes it away. */
  readonly brings: Chosen;
  readonly derived: Derivation;
  readonly event: (from: Chosen | 'none' | null) => DecidedEvent;
}

/** Chooses the treatment of an item, or takes the choice back: its derived child comes to be under it, or goes. */
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
