import type { AccountId } from '@cotejo/access-contracts';
import { MAX_PARTS, type AuditId, type ItemId, type RawIntent } from '@cotejo/audits-contracts';
import { AuditOverlay, liveSubtree, type AuditModel, type AuditState } from '@cotejo/audits-domain';
import type { RoomLog } from '@cotejo/rooms/server';
import { z } from 'zod';
import type { Objection } from './intents/decide-batch.ts';
import { mayActHere } from './may-act-here.ts';
import type { Waiting } from './intents/submission.ts';

/** Lookups across audits; a room holds only its own audit. */
export interface OtherAudits {
  /** Items of `audit` that other audits reference, with the ids of those audits. */
  inUse(account: AccountId, audit: AuditId): Promise<Uses>;
}

type Uses = ReadonlyMap<ItemId, readonly AuditId[]>;

export interface Asking {
  readonly others: OtherAudits | null;
  readonly state: AuditState;
  readonly model: AuditModel;
  readonly log: RoomLog;
}

const partsShape = z.array(z.looseObject({ intent: z.looseObject({ kind: z.string() }) }));

/**
 * Before a deletion in a risk library is judged, looks up which audits use the library's items, in one query
 * for the whole batch, and attaches the result to each deletion as an objection. No query is made for users
 * without the right to delete here.
 * @returns the intents that cannot be answered because the lookup failed; their callers must retry
 */
export async function askOtherAudits(
  waiting: readonly Waiting[],
  { others, state, model, log }: Asking,
): Promise<readonly Waiting[]> {
  const asking = waiting.filter(({ isAsked }) => !isAsked);
  for (const one of waiting) one.isAsked = true;
  if (!others || state.recordType !== 'risk_library') return [];
  const deleting = asking.filter((one) =>
    deletionsOf(one.envelope.intent).some((deletion) => mayActHere(one, deletion, state, model)),
  );
  if (deleting.length === 0) return [];
  try {
    const used = await others.inUse(state.account, state.audit);
    if (used.size > 0) for (const one of deleting) one.objection = whyNotTaken(model, used);
    return [];
  } catch (error) {
    log('warn', 'what others use of a library could not be looked up', { audit: state.audit, error });
    // An outbox intent is refused with a code, because its session must keep its order; a REST call is
    // dropped and simply retried.
    for (const one of deleting) if (one.first.place) one.guard = () => ({ code: 'room_unavailable' });
    return deleting.filter(({ first }) => first.place === null);
  }
}

function deletionsOf(intent: RawIntent): readonly RawIntent[] {
  if (intent.kind !== 'batch') return intent.kind === 'delete_item' ? [intent] : [];
  const parts = intent['parts'];
  if (!Array.isArray(parts) || parts.length > MAX_PARTS) return [];
  const intents = partsShape.safeParse(parts).data?.map((part) => part.intent) ?? [];
  return intents.filter(({ kind }) => kind === 'delete_item');
}

/**
 * Objection that replays the events of the intent one by one, so that items moved out of a subtree before its
 * deletion do not count as deleted.
 */
const whyNotTaken =
  (model: AuditModel, used: Uses): Objection =>
  (view, events) => {
    if (!events.some(({ type }) => type === 'TreeItemDeleted')) return null;
    const going = new AuditOverlay(view);
    const audits = new Set<AuditId>();
    for (const event of events) {
      if (event.type === 'TreeItemDeleted') {
        for (const { id } of liveSubtree(going, event.data['id'] as ItemId))
          for (const audit of used.get(id) ?? []) audits.add(audit);
      }
      model.evolve(going, event);
    }
    return audits.size === 0 ? null : { code: 'risk_in_use', params: { audits: audits.size } };
  };
