import type { Principal } from '@cotejo/access-contracts';
import {
  copySource,
  itemOrigin,
  itemTarget,
  type AuditId,
  type CopySource,
  type ItemId,
  type ItemOrigin,
  type ItemTarget,
  type RawIntent,
  type Rejection,
} from '@cotejo/audits-contracts';
import { subtree, type AuditState, type AuditView } from '@cotejo/audits-domain';
import { z } from 'zod';
import { principalOf, type Waiting } from './submission.ts';

/** What somebody says of other audits when they make an item. */
export interface Claim {
  readonly target?: (ItemTarget & { readonly audit: AuditId }) | undefined;
  readonly copiedFrom?: CopySource | undefined;
  readonly origin?: ItemOrigin | undefined;
}

/** What no audit's room knows by itself. */
export interface OtherAudits {
  /** Of each claim, in its order, why the person may not say it; null when they may. */
  claimed(principal: Principal, claims: readonly Claim[]): Promise<readonly (Rejection | null)[]>;
  /** Items of an audit that are in use in others, with those. */
  inUse(principal: Principal, audit: AuditId): Promise<ReadonlyMap<ItemId, readonly AuditId[]>>;
}

const claiming = z.looseObject({
  kind: z.literal('create_item'),
  target: itemTarget.optional(),
  copiedFrom: copySource.optional(),
  origin: itemOrigin.optional(),
});
const partsShape = z.array(z.looseObject({ intent: z.looseObject({ kind: z.string() }) }));

/**
 * Looks up, once for each, what intents say of other audits and would do to them; what is against one is kept
 * with it, for its judgement. What the server itself submits makes its claims by having read the other audit.
 */
export async function askOtherAudits(
  waiting: readonly Waiting[],
  { others, state }: { readonly others: OtherAudits | null; readonly state: AuditState },
): Promise<void> {
  if (!others) return;
  for (const one of waiting) {
    const principal = one.isAsked ? null : principalOf(one);
    if (!principal) continue;
    const parts = partsOf(one.envelope.intent);
    const forged = one.first.place === null ? null : await whyNotSaid(parts, principal, others);
    if (forged) one.withheld = () => forged;
    else if (state.recordType === 'risk_library' && parts.some(({ kind }) => kind === 'delete_item')) {
      const used = await others.inUse(principal, state.audit);
      one.withheld = (view) => whyNotTaken(view, parts, used);
    }
    one.isAsked = true;
  }
}

/** Those of a batch, or the intent itself; none of the malformed, which the rules refuse. */
function partsOf(intent: RawIntent): readonly RawIntent[] {
  if (intent.kind !== 'batch') return [intent];
  return partsShape.safeParse(intent['parts']).data?.map((part) => part.intent) ?? [];
}

async function whyNotSaid(
  parts: readonly RawIntent[],
  principal: Principal,
  others: OtherAudits,
): Promise<Rejection | null> {
  const claims = parts.flatMap((intent, part) => {
    const claim = claimOf(intent);
    return claim ? [{ claim, part }] : [];
  });
  if (claims.length === 0) return null;
  const answers = await others.claimed(
    principal,
    claims.map(({ claim }) => claim),
  );
  for (const [at, { part }] of claims.entries()) {
    const refused = answers[at];
    if (refused) return parts.length > 1 ? { ...refused, params: { ...refused.params, part } } : refused;
  }
  return null;
}

function claimOf(intent: RawIntent): Claim | null {
  // Nearly all: asked without the cost of a shape.
  if (intent.kind !== 'create_item') return null;
  if (!('target' in intent || 'copiedFrom' in intent || 'origin' in intent)) return null;
  const parsed = claiming.safeParse(intent);
  if (!parsed.success) return null;
  const { target, copiedFrom, origin } = parsed.data;
  const elsewhere = target?.audit != null ? { audit: target.audit, item: target.item } : undefined;
  return elsewhere || copiedFrom || origin ? { target: elsewhere, copiedFrom, origin } : null;
}

/** Of all that deletions may take along, also of what goes there by another part of the same batch. */
function whyNotTaken(
  view: AuditView,
  parts: readonly RawIntent[],
  used: ReadonlyMap<ItemId, readonly AuditId[]>,
): Rejection | null {
  const audits = new Set<AuditId>();
  for (const { kind, id } of parts) {
    if (kind !== 'delete_item' && kind !== 'move_item') continue;
    for (const node of subtree(view, id as ItemId))
      for (const audit of used.get(node.id) ?? []) audits.add(audit);
  }
  return audits.size === 0 ? null : { code: 'risk_in_use', params: { audits: audits.size } };
}
