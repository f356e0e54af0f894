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
import { partIdOf } from '../room/command-identity.ts';
import type { Guard } from '../room/decide-batch.ts';
import type { PlanChange } from '../change/plan-change.ts';

export interface ChangeServices {
  readonly rooms: AuditRooms;
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
}

/** A change as it came to be. */
export interface Changed {
  readonly state: AuditState;
  /** Audit version that shows it. */
  readonly version: number;
  /** Whether lists and trees show it already. */
  readonly projected: boolean;
}

/** What to ask of an audit, worked out on the state that it has. */
export type Plan = (state: AuditState) => readonly KernelIntent[];

/**
 * Attempts that one `Idempotency-Key` may have: what was refused came to nothing and is judged again, under
 * the next number.
 */
const MOST_ATTEMPTS = 20;

/**
 * Has a change made in the caller's name, in the order of everybody's: several intents as one batch, all or
 * nothing. The same call again finds what it did.
 * @param item that `If-Match` is about: what it names is what the caller saw, of this item and of what is under it
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
 * The state of an audit of the caller's account, as this node has it.
 * @throws Refusal `audit_not_found`
 */
export async function stateOf(
  { rooms }: Pick<ChangeServices, 'rooms'>,
  { accountId }: Principal,
  audit: AuditId,
): Promise<AuditState> {
  const room = await rooms.room(audit);
  // Another account's audit looks like one that does not exist.
  if (!room || room.state.account !== accountId || room.hot.discarded) {
    throw new Refusal(auditErrors, 'audit_not_found');
  }
  return room.state;
}

/** One intent is itself; several are a batch. */
export const togetherAs = (
  { rooms }: Pick<ChangeServices, 'rooms'>,
  intents: readonly KernelIntent[],
): KernelIntent => {
  const [only] = intents;
  return intents.length === 1 && only ? only : batchOf(rooms.model, intents);
};

/** @throws Refusal for an outcome that is one */
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

/** What was seen stands for a branch, and may be younger than the item; never than the audit. */
const unchangedSince =
  (item: ItemId, seen: number): Guard =>
  (view): Rejection | null => {
    const version = view.get(item)?.version;
    if (version === undefined || (version <= seen && seen <= view.version)) return null;
    return { code: 'changed_since', params: { version } };
  };

/** Waits until a change can be read, and holds it. */
export async function changed(
  { rooms, projection }: Pick<ChangeServices, 'rooms' | 'projection'>,
  audit: AuditId,
  version: number,
): Promise<Changed> {
  const projected = await projection.waitFor(auditStream(audit), version);
  const room = await rooms.room(audit);
  if (!room) throw new Refusal(auditErrors, 'audit_not_found');
  // It may have been made on another node, by an earlier call.
  if (room.hot.version < version) await room.catchUp();
  return { state: room.state, version, projected };
}
