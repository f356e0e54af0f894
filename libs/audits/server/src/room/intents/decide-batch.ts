import type { Can, UserId } from '@cotejo/access-contracts';
import type { IntentEnvelope, Rejection, StoredAuditEvent } from '@cotejo/audits-contracts';
import {
  AuditOverlay,
  type AuditModel,
  type AuditState,
  type AuditView,
  type FindPerson,
} from '@cotejo/audits-domain';
import { canonicalContent, MAX_APPEND_BYTES, type Command, type NewEvent } from '@cotejo/event-store';
import { INTENT_TOO_LARGE, type Outcome } from '@cotejo/rooms/protocol';
import { partIdOf } from './command-identity.ts';
import { asStored, newEvent } from '../documents/stored-event.ts';

/** An intent with everything that deciding it requires except the state. */
export interface Judgeable {
  readonly commandId: string;
  readonly intentHash: string;
  readonly envelope: IntentEnvelope;
  readonly actor: UserId;
  readonly account: string;
  readonly can: (view: AuditView) => Can;
  readonly isPerson?: ((user: UserId) => boolean) | undefined;
  readonly person?: FindPerson | undefined;
  readonly guard?: Guard | undefined;
  readonly objection?: Objection | undefined;
}

/** Precondition checked before the rules decide; returns a rejection when it does not hold. */
export type Guard = (view: AuditView) => Rejection | null;

/** Check of the events that the rules would emit; returns a rejection, or null. */
export type Objection = (view: AuditView, events: readonly StoredAuditEvent[]) => Rejection | null;

export interface Batch<T extends Judgeable> {
  /** Intents settled by this append, each with its outcome, in order. */
  readonly judged: readonly { readonly of: T; readonly outcome: Outcome }[];
  readonly events: readonly NewEvent[];
  readonly commands: readonly Command[];
  /** Intents that did not fit into this append; to be decided again after it. */
  readonly rest: readonly T[];
}

export interface BatchOptions<T> {
  /** Called when deciding an intent throws: a defect of the program; the intent is refused as invalid. */
  readonly onFault?: (error: unknown, intent: T) => void;
  readonly maxBytes?: number;
  /**
   * Whether every node can read an event type in a version; events that some node cannot read are not
   * written.
   */
  readonly isReadable?: IsReadable;
}

/** Checked before an event is written, because nodes of the previous release may still follow the log. */
export type IsReadable = (type: string, schemaVersion: number) => boolean;

/**
 * Decides intents in order, each on the state left by the ones before it, until the events fill one append.
 * The given state is not modified.
 */
export function decideBatch<T extends Judgeable>(
  model: AuditModel,
  state: AuditState,
  intents: readonly T[],
  now: string,
  { onFault, maxBytes = MAX_APPEND_BYTES, isReadable = () => true }: BatchOptions<T> = {},
): Batch<T> {
  const overlay = new AuditOverlay(state);
  const judged: { of: T; outcome: Outcome }[] = [];
  const events: NewEvent[] = [];
  let bytes = 0;
  let rest: readonly T[] = [];
  for (const [index, intent] of intents.entries()) {
    let { outcome, events: caused } = judgeSafely(model, overlay, intent, now, onFault);
    const size = caused.reduce((sum, event) => sum + Buffer.byteLength(canonicalContent(event)), 0);
    if (bytes + size > maxBytes && events.length > 0) {
      rest = intents.slice(index);
      break;
    }
    const unwritten =
      size > maxBytes
        ? INTENT_TOO_LARGE
        : caused.some((event) => !isReadable(event.type, event.schemaVersion))
          ? 'upgrade_in_progress'
          : null;
    if (unwritten !== null) {
      outcome = refusal(unwritten);
      caused = [];
    }
    for (const event of caused) {
      model.evolve(overlay, asStored(event, state.version + events.length + 1));
      events.push(event);
    }
    bytes += size;
    judged.push({ of: intent, outcome });
  }
  return { judged, events, commands: judged.map(commandOf), rest };
}

/** Refuses the intents without deciding them. */
export function refuseAll<T extends Judgeable>(intents: readonly T[], code: string): Batch<T> {
  const judged = intents.map((of) => ({ of, outcome: refusal(code) }));
  return { judged, events: [], commands: judged.map(commandOf), rest: [] };
}

export const refusal = (code: string): Outcome => ({ ok: false, code });

/** Outcome sent to the client for a rejection. */
export const refused = ({ code, params }: Rejection): Outcome => ({
  ok: false,
  code,
  ...(params && { params: { ...params } }),
});

/**
 * Catches exceptions of the rules: otherwise one faulty intent would drop the room for all users on every
 * retry.
 */
function judgeSafely<T extends Judgeable>(
  model: AuditModel,
  view: AuditView,
  intent: T,
  now: string,
  onFault: BatchOptions<T>['onFault'],
): { outcome: Outcome; events: NewEvent[] } {
  try {
    return judge(model, view, intent, now);
  } catch (error) {
    onFault?.(error, intent);
    return { outcome: refusal('invalid_intent'), events: [] };
  }
}

function judge(
  model: AuditModel,
  view: AuditView,
  intent: Judgeable,
  now: string,
): { outcome: Outcome; events: NewEvent[] } {
  const { actor, account, commandId, envelope, isPerson, person } = intent;
  const context = { now, actor, can: intent.can(view), isPerson, person, mode: 'server' } as const;
  const withheld = intent.guard?.(view);
  const decision = withheld
    ? { ok: false as const, rejection: withheld }
    : model.decide(view, envelope, context);
  if (!decision.ok) return { outcome: refused(decision.rejection), events: [] };
  const { operation } = envelope;
  const meta = { actor, at: now, account, command: commandId, ...(operation && { operation }) };
  const events = decision.events.map((event, index) =>
    newEvent(partIdOf(commandId, index), event, meta, model.events),
  );
  const unwritable = events.flatMap((event) => model.unwritable(event) ?? []);
  if (unwritable.length > 0) throw new Error(`an event can't be written: ${unwritable.join('; ')}`);
  const objected = intent.objection?.(
    view,
    events.map((event, index) => asStored(event, view.version + 1 + index)),
  );
  return objected ? { outcome: refused(objected), events: [] } : { outcome: { ok: true }, events };
}

function commandOf({ of, outcome }: { of: Judgeable; outcome: Outcome }): Command {
  return { id: of.commandId, intentHash: of.intentHash, outcome };
}
