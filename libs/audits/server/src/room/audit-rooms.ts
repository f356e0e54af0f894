import type { AccessDirectory, Principal, UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditOfStream,
  auditStream,
  type AuditEvent,
  type IntentEnvelope,
  type IntentSealer,
  type SystemTask,
} from '@cotejo/audits-contracts';
import { isReadOnly, type AuditModel } from '@cotejo/audits-domain';
import {
  EventStoreError,
  type EventStore,
  type JsonValue,
  type RecordedEvent,
  type Subscription,
} from '@cotejo/event-store';
import { UnknownVersion } from '@cotejo/event-store/upcast';
import { Refusal } from '@cotejo/http/contracts';
import { FairTurns, type PersonPace } from '@cotejo/http/shares';
import { outcome as outcomeShape, type Outcome } from '@cotejo/rooms/protocol';
import type { RoomLog } from '@cotejo/rooms/server';
import { AuditHistory } from '../history/audit-history.ts';
import type { OtherAudits } from './ask-other-audits.ts';
import { AuditRoom } from './audit-room.ts';
import { intentHashOf, partIdOf } from './command-identity.ts';
import { costOf } from './cost-of-intent.ts';
import type { IsReadable } from './decide-batch.ts';
import { isWorthCompacting } from './document-epoch.ts';
import { ForgetAnswers } from './forget-answers.ts';
import { HotAudit } from './hot-audit.ts';
import { retryTransient } from './retry-transient.ts';
import {
  defaultRoomSettings,
  ROUND_COST,
  TURN_COST,
  type RoomContext,
  type RoomSettings,
} from './room-settings.ts';
import { largestFirst } from './rooms-to-unload.ts';
import { newEvent } from './stored-event.ts';
import { submissionIdOf, submitAll, type SubmitOptions, type Submitted } from './submit-all.ts';
import { systemPrincipal } from './system-principal.ts';

export interface AuditRoomsOptions {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly directory: AccessDirectory;
  readonly clock?: () => Date;
  readonly log?: RoomLog;
  /** By kind of intent. */
  readonly sealers?: Readonly<Record<string, IntentSealer>>;
  /** Whether every node can read what is about to be written; default: it can. */
  readonly isReadable?: IsReadable;
  /** Whether this node knows enough of people's rights to judge; false = it was given up. Default: it does. */
  readonly mayJudge?: () => boolean | Promise<boolean>;
  /** How much a person may ask for in a time; as much as they like when absent. */
  readonly pace?: PersonPace;
  readonly settings?: Partial<RoomSettings>;
}

/** What became of a submission's first envelope, and the audit version that it was settled at. */
export interface SettledFirst {
  readonly outcome: Outcome;
  readonly version: number;
}

export interface CreateOptions {
  /** User id, or `system:<what>`. */
  readonly actor: string;
  readonly account: string;
  readonly now?: string;
  readonly operation?: string;
  /** UUID and content of what was asked, to make it repeatable. */
  readonly command?: { readonly id: string; readonly intent: JsonValue };
}

export interface Created {
  readonly version: number;
  /** False when this very command had created it before. */
  readonly created: boolean;
}

interface Slot {
  readonly loading: Promise<AuditRoom | null>;
  room: AuditRoom | null;
  /** Highest version that the log told while the room was loading. */
  told: number;
}

/** Milliseconds between two looks for rooms to let go. */
const SWEEP = 30_000;
/** Milliseconds for which a room stays even when memory is short: somebody is about to use it. */
const FRESH = 5_000;

/** The audits in use on this node. All of them follow the log through one subscription. */
export class AuditRooms {
  /** Audits as they were: beside the rooms, which it does not touch. */
  readonly history: AuditHistory;
  /** Clears the journal of answers that nobody will ask for again. */
  readonly forgetting: ForgetAnswers;
  private readonly context: RoomContext;
  private readonly pace: PersonPace | undefined;
  private readonly slots = new Map<string, Slot>();
  private subscription: Promise<Subscription> | null = null;
  private sweeper: NodeJS.Timeout | null = null;
  private stopped = false;
  private others: OtherAudits | null = null;

  constructor(options: AuditRoomsOptions) {
    const clock = options.clock ?? (() => new Date());
    this.pace = options.pace;
    this.forgetting = new ForgetAnswers({
      store: options.store,
      clock,
      log: options.log ?? (() => undefined),
    });
    this.context = {
      store: options.store,
      model: options.model,
      directory: options.directory,
      clock,
      log: options.log ?? (() => undefined),
      forgetting: this.forgetting,
      sealers: new Map(Object.entries(options.sealers ?? {})),
      isReadable: options.isReadable ?? (() => true),
      mayJudge: options.mayJudge ?? (() => true),
      turns: new FairTurns(TURN_COST, ROUND_COST),
      others: () => this.others,
      settings: { ...defaultRoomSettings, ...options.settings },
    };
    const { store, model, log, settings } = this.context;
    this.history = new AuditHistory({ store, model, log, rungEvery: settings.rungEvery });
  }

  get directory(): AccessDirectory {
    return this.context.directory;
  }

  get model(): AuditModel {
    return this.context.model;
  }

  now(): Date {
    return this.context.clock();
  }

  /** Who is asked of other audits, which lie in tables: rooms are there before them. */
  consult(others: OtherAudits): void {
    this.others = others;
  }

  /** Follows the log from its head; done by the first use too. Repeating it is harmless. */
  async start(): Promise<void> {
    if (this.stopped) throw new Refusal(auditErrors, 'room_unavailable');
    this.subscription ??= this.follow();
    await this.subscription;
  }

  /** Lets everything that was submitted be settled, saves snapshots and lets go of the log. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.sweeper) clearInterval(this.sweeper);
    const rooms = await Promise.all([...this.slots.values()].map(({ loading }) => loading.catch(() => null)));
    await Promise.all(rooms.map((room) => room?.quiet()));
    const subscription = await this.subscription?.catch(() => null);
    await subscription?.close();
    await Promise.all(rooms.map((room) => room?.saveSnapshot()));
    await Promise.all([this.history.settled(), this.forgetting.stop()]);
    this.slots.clear();
  }

  /** The room of an audit, loaded if need be; null when there is no such audit. */
  async room(auditId: string): Promise<AuditRoom | null> {
    await this.start();
    const slot = this.slots.get(auditId) ?? this.load(auditId);
    slot.room?.touch();
    const room = await slot.loading;
    room?.touch();
    return room;
  }

  /** Resolves when a person may ask for so much at once; imports and other operations are bounded by themselves. */
  async paced({ accountId, userId }: Principal, envelopes: readonly IntentEnvelope[]): Promise<void> {
    const cost = envelopes.reduce((sum, { intent }) => sum + costOf(intent), 0);
    await this.pace?.take({ accountId, userId }, cost);
  }

  /**
   * Submits intents in a person's name, in order: REST, imports and seeds go the way of everybody.
   * They are judged one by one; one that is refused does not take the others with it.
   * @throws Refusal `audit_not_found`, `room_unavailable`, or `forbidden` when the person may not act any more
   */
  async submit(
    auditId: string,
    principal: Principal,
    envelopes: readonly IntentEnvelope[],
    options: SubmitOptions = {},
  ): Promise<Submitted> {
    const room = await this.room(auditId);
    if (!room) throw new Refusal(auditErrors, 'audit_not_found');
    return submitAll(room, principal, () => this.rightsOf(principal), envelopes, options);
  }

  /**
   * Submits intents by the system's own right: upkeep that no person asked for, which the change log shows under the
   * task's name, or, with `inNameOf`, what a person did before, under theirs.
   * @throws Refusal `audit_not_found`, `room_unavailable`
   */
  async submitAsSystem(
    auditId: string,
    task: SystemTask,
    envelopes: readonly IntentEnvelope[],
    { inNameOf, ...options }: SubmitOptions & { readonly inNameOf?: UserId | undefined } = {},
  ): Promise<Submitted> {
    const room = await this.room(auditId);
    if (!room) throw new Refusal(auditErrors, 'audit_not_found');
    const own = systemPrincipal(task, room.state.account);
    const principal = inNameOf === undefined ? own : { ...own, userId: inNameOf };
    return submitAll(room, principal, () => principal, envelopes, options);
  }

  /** What became of the first envelope of an earlier submission under this command; null when nothing did. */
  async settledBefore(principal: Principal, command: string): Promise<SettledFirst | null> {
    const [found] = await this.context.store.settled([partIdOf(submissionIdOf(principal, command), 0)]);
    return found ? { outcome: outcomeShape.parse(found.outcome), version: Number(found.version) } : null;
  }

  /**
   * Begins the stream of a new audit.
   * @throws Refusal `audit_exists` when the id is taken, `room_unavailable` when the store is away
   */
  async create(auditId: string, events: readonly AuditEvent[], by: CreateOptions): Promise<Created> {
    const { actor, account, operation, command } = by;
    const { store, model, settings, isReadable, log } = this.context;
    const id = command?.id ?? crypto.randomUUID();
    const at = by.now ?? this.context.clock().toISOString();
    const meta = { actor, at, account, command: id, ...(operation && { operation }) };
    const request = {
      stream: auditStream(auditId),
      expected: 'no-stream' as const,
      events: events.map((event, index) => newEvent(partIdOf(id, index), event, meta, model.events)),
      ...(command && { commands: [{ id, intentHash: intentHashOf(command.intent), outcome: { ok: true } }] }),
    };
    if (request.events.some(({ type, schemaVersion }) => !isReadable(type, schemaVersion))) {
      throw new Refusal(auditErrors, 'upgrade_in_progress');
    }
    const unwritable = events.flatMap((event) => model.unwritable(event) ?? []);
    if (unwritable.length > 0) {
      log('error', "an audit can't be written", { audit: auditId, error: unwritable });
      throw new Refusal(auditErrors, 'invalid_intent');
    }
    try {
      const appended = await retryTransient(() => store.append(request), settings.patience);
      return { version: Number(appended.version), created: !appended.replayed };
    } catch (error) {
      if (!(error instanceof EventStoreError)) throw error;
      if (error.kind === 'conflict') throw new Refusal(auditErrors, 'audit_exists');
      if (error.kind === 'transient') throw new Refusal(auditErrors, 'room_unavailable');
      throw error;
    }
  }

  /** The principal as the directory has it now; null once its session ended or its person may do nothing. */
  rightsOf(principal: Principal): Principal | null {
    const { sessionId, accountId, userId } = principal;
    const { directory } = this.context;
    return sessionId === null
      ? directory.principalOf(accountId, userId)
      : directory.principalOfSession(sessionId);
  }

  /**
   * Lets go of rooms that nobody has used for a while, and of more when memory is short: then of the account that
   * takes most of it, what was used longest ago first.
   */
  async sweep(): Promise<void> {
    const { clock, settings } = this.context;
    const now = clock().getTime();
    const rooms = [...this.slots.values()].flatMap(({ room }) => (room ? [room] : []));
    const unused = (room: AuditRoom): number => (room.isBusy ? -1 : now - room.lastUsed);
    for (const room of rooms) if (unused(room) >= settings.idle) await this.unload(room);
    const kept = rooms.filter((room) => this.slots.get(room.auditId)?.room === room);
    const isOver = (room: AuditRoom): boolean => unused(room) >= FRESH;
    for (const room of largestFirst(kept, settings.budget, isOver)) await this.unload(room);
  }

  /** Whether an audit is in memory. */
  holds(auditId: string): boolean {
    return this.slots.has(auditId);
  }

  private async unload(room: AuditRoom): Promise<void> {
    await this.compact(room);
    const { uses } = room;
    await room.saveSnapshot();
    if (room.uses === uses && !room.isBusy) this.forget(room);
  }

  /** While nobody watches here, and before the snapshot that goes on from it; a failure costs only that. */
  private async compact({ auditId, hot }: AuditRoom): Promise<void> {
    const { state, version } = hot;
    if (isReadOnly(state) || state.operation !== null || !isWorthCompacting(hot.document)) return;
    const { log } = this.context;
    try {
      const intent = { kind: 'compact_document' };
      const { outcomes } = await this.submitAsSystem(auditId, 'compaction', [{ intent, base: version }]);
      log('info', 'a tree document was compacted', { audit: auditId, outcome: outcomes[0] });
    } catch (error) {
      log('warn', 'a tree document could not be compacted', { audit: auditId, error });
    }
  }

  private forget(room: AuditRoom): void {
    if (this.slots.get(room.auditId)?.room === room) this.slots.delete(room.auditId);
  }

  private load(auditId: string): Slot {
    const slot: Slot = { loading: this.open(auditId), room: null, told: -1 };
    this.slots.set(auditId, slot);
    slot.loading.then(
      (room) => {
        slot.room = room;
        if (!room && this.slots.get(auditId) === slot) this.slots.delete(auditId);
        if (room && slot.told > room.hot.version) void room.catchUp();
      },
      () => {
        if (this.slots.get(auditId) === slot) this.slots.delete(auditId);
      },
    );
    return slot;
  }

  private async open(auditId: string): Promise<AuditRoom | null> {
    const { store, model } = this.context;
    const hot = await HotAudit.load(store, model, auditId).catch((error: unknown) => {
      if (error instanceof UnknownVersion) throw new Refusal(auditErrors, 'upgrade_in_progress');
      throw error;
    });
    if (!hot) return null;
    const room: AuditRoom = new AuditRoom(auditId, hot, this.context, () => this.forget(room));
    return room;
  }

  private async follow(): Promise<Subscription> {
    const { store, log } = this.context;
    this.sweeper = setInterval(() => void this.sweep(), SWEEP);
    this.sweeper.unref();
    this.forgetting.start();
    return store.subscribe({
      after: 'head',
      filter: { streamPrefixes: ['audit-'] },
      onEvents: (events) => this.handOut(events),
      onFault: (error) => log('warn', 'the log cannot be followed for now', { error }),
    });
  }

  private handOut(events: readonly RecordedEvent[]): void {
    for (const [stream, ofStream] of byStream(events)) {
      const auditId = auditOfStream(stream);
      const slot = auditId === null ? undefined : this.slots.get(auditId);
      if (!slot) continue;
      slot.told = Math.max(slot.told, Number(ofStream.at(-1)?.version ?? -1));
      slot.room?.offer(ofStream);
    }
  }
}

function byStream(events: readonly RecordedEvent[]): Map<string, RecordedEvent[]> {
  const groups = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const group = groups.get(event.stream);
    if (group) group.push(event);
    else groups.set(event.stream, [event]);
  }
  return groups;
}
