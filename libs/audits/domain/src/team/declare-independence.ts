import type { KernelIntent, SealedText } from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import { sealsOf } from '../signatures/seals-of.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';

export type DeclareIndependence = Extract<KernelIntent, { kind: 'declare_independence' }>;

/** An active member's own declaration; a later one takes the place of the one before. */
export function declareIndependence(
  view: AuditView,
  { threats }: DeclareIndependence,
  context: DecisionContext,
): Decision {
  const { actor, can } = context;
  if (view.members && !view.members.get(actor)?.isActive) return refuse('not_in_team');
  // Guests only look on: there is nothing for them to be independent in.
  if (!can('plan.treeitem__edit', { createdBy: actor, assignee: actor })) return refuse('forbidden');
  if (view.members === null) return accept();
  const declared = (sealed: SealedText | null): Decision =>
    accept({ type: 'IndependenceDeclared', data: { user: actor, threats: sealed } });
  if (threats === null) return declared(null);
  const [seal] = sealsOf(context, 1) ?? [];
  return seal ? declared(seal) : refuse('not_sealed');
}
