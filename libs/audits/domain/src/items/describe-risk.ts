import type { KernelIntent, RiskProfile } from '@cotejo/audits-contracts';
import { accept, policyObjectOf, refuse, type DecidedEvent } from '../model/decision.ts';
import { lockOf } from './item-locks.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { cameTo } from '../signatures/signatures.ts';
import { statusAfterEdit } from '../status/statuses.ts';
import { alive } from '../model/tree.ts';

export type DescribeRisk = Extract<KernelIntent, { kind: 'describe_risk' }>;

/** Sets a risk's profile. Voids the signatures of signed work, like renaming. */
export function describeRisk(view: AuditView, intent: DescribeRisk, context: DecisionContext): Decision {
  const { id, risk } = intent;
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return refuse('forbidden');
  if (!alive(view, id)) return refuse('item_deleted');
  if (node.type !== 'risk') return refuse('invalid_intent');
  const locked = lockOf(view, node, 'describe');
  if (locked) return refuse(locked);
  if (saysTheSame(node.risk, risk)) return accept();
  const described: DecidedEvent = { type: 'RiskDescribed', data: { id, risk, from: node.risk ?? null } };
  return accept(described, ...cameTo(node, statusAfterEdit(node), 'edited'));
}

const NOTHING: RiskProfile = { general: null, specific: [], factors: [], objectives: [] };

function saysTheSame(before: RiskProfile = NOTHING, after: RiskProfile): boolean {
  const words = ({ general, specific, factors, objectives }: RiskProfile): string =>
    JSON.stringify([general, specific, factors, objectives]);
  return words(before) === words(after);
}
