import type { AccountId } from '@cotejo/access-contracts';
import { MAX_PARTS, type AuditId, type ItemId, type RawIntent } from '@cotejo/audits-contracts';
import { AuditOverlay, liveSubtree, type AuditModel, type AuditState } from '@cotejo/audits-domain';
import type { RoomLog } from '@cotejo/rooms/server';
import { z } from 'zod';
import type { Objection } from './decide-batch.ts';
import { mayActHere } from './may-act-here.ts';
import type { Waiting } from './submission.ts';

/** What no audit's room knows by itself. */
export interface OtherAudits {
  /** Items of an audit that are in use in others, with those. */
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
 * Looks up, once for all that wait, what other records use of a library from which something is to go, and
 * keeps it with each deletion for its judgement. Nothing is looked up for a person who may delete nothing here.
 * @returns those that cannot be answered now, for the lookup failed: to be asked again by whoever waits for them
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
    // An outbox waits for its answer and keeps its order; a call is simply made again.
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

/** Told from what would happen, event by event: what was moved away before is not taken along. */
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
