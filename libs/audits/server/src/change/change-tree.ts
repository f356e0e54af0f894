import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type AuditId,
  type IntentEnvelope,
  type ItemId,
  type KernelIntent,
  type Rejection,
} from '@cotejo/audits-contracts';
import { batchOf, type AuditState } from '@cotejo/audits-domain';
import type { Outcome } from '@cotejo/rooms/protocol';
import { Refusal } from '@cotejo/http/contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { AuditRooms } from '../room/audit-rooms.ts';
import { partIdOf } from '../room/intents/command-identity.ts';
import type { Guard } from '../room/intents/decide-batch.ts';
import type { PlanChange } from '../change/plan-change.ts';

export interface ChangeServices {
  readonly rooms: AuditRooms;
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}

/** Result of a change. */
export interface Changed {
  readonly state: AuditState;
  /** Audit version that includes the change. */
  readonly version: number;
  /** Whether the read models (lists and trees) already include it. */
  readonly projected: boolean;
}

/** Computes the intents of a call from the audit's present state. */
export type Plan = (state: AuditState) => readonly KernelIntent[];

/**
 * Maximum of attempts under one `Idempotency-Key`: a refused attempt had no effect, so a repetition is
 * decided anew under the next attempt number.
 */
const MOST_ATTEMPTS = 20;

/**
 * Executes a change in the caller's name through the audit's room; several intents become one batch, all or
 * nothing. A repeated call gets the result of the first.
 * @param item subject of `If-Match`: the header's version is the one that the caller saw of this item and its
 * subtree
 * @throws Refusal of the rules; `changed_since` with details {version}; `audit_not_found`, `room_unavailable`
 */
export async function changeTree(
  services: ChangeServices,
  call: PlanChange,
  audit: AuditId,
  plan: Plan,
  item: ItemId | null = null,
): Promise<Changed> {
  const state = await stateOf(services, call.principal, audit);
  const { command, before } = await nextAttempt(services, call);
  if (before !== null) return changed(services, audit, before);
  const intents = plan(state);
  if (intents.length === 0) return changed(services, audit, state.version);
  const seen = item === null ? null : call.seen;
  const envelope: IntentEnvelope = { intent: togetherAs(services, intents), base: seen ?? state.version };
  const guard = item === null || seen === null ? undefined : unchangedSince(item, seen);
  await services.rooms.paced(call.principal, [envelope]);
  const { outcomes, version } = await services.rooms.submit(audit, call.principal, [envelope], {
    ...(call.command.isRepeatable && { command }),
    ...(guard && { guard }),
  });
  refuseUnless(outcomes[0]);
  return changed(services, audit, version);
}

/**
 * State of an audit of the caller's account, as loaded on this node.
 * @throws Refusal `audit_not_found`
 */
export async function stateOf(
  { rooms }: Pick<ChangeServices, 'rooms'>,
  { accountId }: Principal,
  audit: AuditId,
): Promise<AuditState> {
  const room = await rooms.room(audit);
  // Audits of other accounts are reported as missing, so that their existence is not revealed.
  if (!room || room.state.account !== accountId || room.hot.discarded) {
    throw new Refusal(auditErrors, 'audit_not_found');
  }
  return room.state;
}

/** Returns a single intent as it is, and wraps several in a batch. */
export const togetherAs = (
  { rooms }: Pick<ChangeServices, 'rooms'>,
  intents: readonly KernelIntent[],
): KernelIntent => {
  const [only] = intents;
  return intents.length === 1 && only ? only : batchOf(rooms.model, intents);
};

/** @throws Refusal when the outcome is one */
export function refuseUnless(outcome: Outcome | undefined): void {
  if (!outcome || outcome.ok) return;
  const { code, params } = outcome;
  throw new Refusal(auditErrors, code, params ? { params, details: params } : {});
}

interface Attempt {
  readonly command: string;
  /** Audit version at which an earlier attempt succeeded. */
  readonly before: number | null;
}

async function nextAttempt({ rooms }: ChangeServices, call: PlanChange): Promise<Attempt> {
  for (let number = 0; ; number++) {
    const command = partIdOf(call.command.id, `attempt-${number}`);
    if (!call.command.isRepeatable || number === MOST_ATTEMPTS) return { command, before: null };
    const settled = await rooms.settledBefore(call.principal, command);
    if (!settled) return { command, before: null };
    if (settled.outcome.ok) return { command, before: settled.version };
  }
}

/**
 * Guard for `If-Match`. `seen` is the highest version in a branch, so it may exceed the item's own version,
 * but never the audit's.
 */
const unchangedSince =
  (item: ItemId, seen: number): Guard =>
  (view): Rejection | null => {
    const version = view.get(item)?.version;
    if (version === undefined || (version <= seen && seen <= view.version)) return null;
    return { code: 'changed_since', params: { version } };
  };

/** Waits until the read models include a change, and returns the audit's state with it. */
export async function changed(
  { rooms, projection }: Pick<ChangeServices, 'rooms' | 'projection'>,
  audit: AuditId,
  version: number,
): Promise<Changed> {
  const projected = await projection.waitFor(auditStream(audit), version);
  const room = await rooms.room(audit);
  if (!room) throw new Refusal(auditErrors, 'audit_not_found');
  // The version may come from an earlier call that another node handled.
  if (room.hot.version < version) await room.catchUp();
  return { state: room.state, version, projected };
}
