import {
  SealedParts,
  type AuditEvent,
  type IntentEnvelope,
  type KernelIntent,
  type Rejection,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import { AuditOverlay } from './audit-overlay.ts';
import { refuse } from './decision.ts';
import type { AuditModel, AuditView, Decision, DecisionContext } from './model.ts';

export type Batch = Extract<KernelIntent, { kind: 'batch' }>;

/** Kinds not allowed in a batch: batches, operations, and intents of the system. */
const NO_PARTS: ReadonlySet<string> = new Set<KernelIntent['kind']>([
  'batch',
  'start_operation',
  'finish_operation',
  'discard_operation',
  'purge_item',
  'compact_document',
  'schedule_audit',
  'change_audit_status',
]);

/**
 * Refusal of several assignments in one act. `plan.mass_assign` does not limit how many items a user assigns one
 * by one, for which `plan.assign_user` is checked each time, in a batch as well.
 */
export const refusalOfMassAssign = (count: number, can: DecisionContext['can']): Rejection | null =>
  count > 1 && !can('plan.mass_assign') ? { code: 'forbidden' } : null;

/**
 * Decides several intents as one, each on the state after those before it; the first refusal refuses all
 * (`part` = its index), and no event of a refused batch is emitted.
 */
export function decideBatchIntent(
  model: Pick<AuditModel, 'decide' | 'evolve'>,
  view: AuditView,
  { parts }: Batch,
  { base, operation, sealed }: Pick<IntentEnvelope, 'base' | 'operation' | 'sealed'>,
  context: DecisionContext,
): Decision {
  if (parts.some(({ intent }) => NO_PARTS.has(intent.kind))) return refuse('invalid_intent');
  const assignments = parts.filter(({ intent }) => intent.kind === 'assign_item').length;
  const rejection = refusalOfMassAssign(assignments, context.can);
  if (rejection) return { ok: false, rejection };

  const sealedParts = sealed instanceof SealedParts ? sealed.parts : [];
  const after = new AuditOverlay(view);
  const events: AuditEvent[] = [];
  for (const [part, { schema, intent }] of parts.entries()) {
    const sealed = sealedParts[part];
    const envelope = { intent, schemaVersion: schema, base, sealed, ...(operation && { operation }) };
    const decision = model.decide(after, envelope, context);
    if (!decision.ok) {
      const { code, params } = decision.rejection;
      return { ok: false, rejection: { code, params: { ...params, part } } };
    }
    for (const event of decision.events) {
      model.evolve(after, storedNext(after, event, context, operation));
      events.push(event);
    }
  }
  return { ok: true, events };
}

/** A decided event as it would be stored next in a view. */
export const storedNext = (
  view: AuditView,
  { type, data }: AuditEvent,
  { actor, now }: DecisionContext,
  operation: string | undefined,
): StoredAuditEvent => ({
  type,
  data,
  version: view.version + 1,
  actor,
  at: now,
  operation: operation ?? null,
});

type Intent = { readonly kind: string };

/**
 * Wraps several intents in a batch, all or nothing; a single one is returned as it is.
 * @throws for an empty list, and for a kind unknown to the model
 */
export function batchOf<T extends Intent>(
  model: Pick<AuditModel, 'intents'>,
  intents: readonly T[],
): T | Batch {
  const [only, ...others] = intents;
  if (!only) throw new Error('a batch of nothing');
  if (others.length === 0) return only;
  return {
    kind: 'batch',
    parts: intents.map((intent) => ({ schema: model.intents.newest(intent.kind), intent: { ...intent } })),
  };
}
