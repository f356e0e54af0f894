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
import { FairScheduler, type PersonPace } from '@cotejo/http/shares';
import { outcome as outcomeShape, type Outcome } from '@cotejo/rooms/protocol';
import type { RoomLog } from '@cotejo/rooms/server';
import { AuditHistory } from '../history/audit-history.ts';
import type { OtherAudits } from './ask-other-audits.ts';
import { AuditRoom } from './audit-room.ts';
import { intentHashOf, partIdOf } from './intents/command-identity.ts';
import { costOf } from './intents/cost-of-intent.ts';
import type { IsReadable } from './intents/decide-batch.ts';
import { isWorthCompacting } from './documents/document-epoch.ts';
import { ForgetAnswers } from './intents/forget-answers.ts';
import { HotAudit } from './documents/hot-audit.ts';
import { retryTransient } from './intents/retry-transient.ts';
import {
  defaultRoomSettings,
  ROUND_COST,
  TURN_COST,
  type RoomContext,
  type RoomSettings,
} from './room-settings.ts';
import { largestFirst } from './rooms-to-unload.ts';
import { newEvent } from './documents/stored-event.ts';
import { submissionIdOf, submitAll, type SubmitOptions, type Submitted } from './intents/submit-all.ts';
import { systemPrincipal } from './system-principal.ts';

export interface AuditRoomsOptions {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly directory: AccessDirectory;
  readonly clock?: () => Date;
  readonly log?: RoomLog;
  /** Sealers by intent kind. */
  readonly sealers?: Readonly<Record<string, IntentSealer>>;
  /** Whether every node of the cluster can read an event type in a version; default: yes. */
  readonly isReadable?: IsReadable;
  /** Whether this node's access data is current enough to judge rights; false = gave up waiting. Default: true. */
  readonly mayJudge?: () => boolean | Promise<boolean>;
  /** Rate limiter per user; unlimited when absent. */
  readonly pace?: PersonPace;
  readonly settings?: Partial<RoomSettings>;
}

/** Told when the log changes what a member of a team may do, whether or not the audit is in memory. */
export type TeamListener = (change: {
  readonly stream: string;
  readonly version: number;
  readonly user: string;
}) => void;

/** What became of a submission's first envelope, and the audit version that it was settled at. */
export interface SettledFirst {
  readonly outcome: Outcome;
  readonly version: number;
}

export interface CreateOptions {
  /** User id, or `system:<task>`. */
  readonly actor: string;
  readonly account: string;
  readonly now?: string;
  readonly operation?: string;
  /** UUID and request content, which make the creation idempotent. */
  readonly command?: { readonly id: string; readonly intent: JsonValue };
}

export interface Created {
  readonly version: number;
  /** False when the audit had been created before by this command. */
  readonly created: boolean;
}

interface Slot {
  readonly loading: Promise<AuditRoom | null>;
  room: AuditRoom | null;
  /** Highest version that the log subscription reported while the room was loading. */
  told: number;
}

/** Events that change what one person may do in one audit. */
const TEAM_EVENTS: ReadonlySet<string> = new Set(['TeamMemberAdded', 'TeamMemberChanged']);

/** Milliseconds between two looks for rooms to let go. */
const SWEEP = 30_000;
/**
 * Milliseconds since its last use for which a room stays loaded even under memory pressure: a request that
 * loaded it may not have used it yet.
 */
const FRESH = 5_000;

/** Audit rooms loaded on this node. All of them follow the log through one subscription. */
export class AuditRooms {
  /** Reads past states of audits, independently of the rooms. */
  readonly history: AuditHistory;
  /** Deletes answers from the journal that no client will request again. */
  readonly forgetting: ForgetAnswers;
  private readonly context: RoomContext;
  private readonly pace: PersonPace | undefined;
  private readonly slots = new Map<string, Slot>();
  private subscription: Promise<Subscription> | null = null;
  private sweeper: NodeJS.Timeout | null = null;
  private stopped = false;
  private others: OtherAudits | null = null;
  private readonly teamListeners = new Set<TeamListener>();

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
      turns: new FairScheduler(TURN_COST, ROUND_COST),
      others: () => this.others,
      settings: { ...defaultRoomSettings, ...options.settings },
    };
    const { store, model, log, settings } = this.context;
    this.history = new AuditHistory({ store, model, log, snapshotEvery: settings.historySnapshotEvery });
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

  /** Sets the lookup across audits. It reads database tables, which are created after the rooms. */
  consult(others: OtherAudits): void {
    this.others = others;
  }

  onTeamChanged(listener: TeamListener): () => void {
    this.teamListeners.add(listener);
    return () => this.teamListeners.delete(listener);
  }

  /** Follows the log from its head; done by the first use too. Repeating it is harmless. */
  async start(): Promise<void> {
    if (this.stopped) throw new Refusal(auditErrors, 'room_unavailable');
    this.subscription ??= this.follow();
    await this.subscription;
  }

  /** Settles all submitted intents, saves snapshots and closes the log subscription. */
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

  /** The room of an audit, loaded on demand; null when the audit does not exist. */
  async room(auditId: string): Promise<AuditRoom | null> {
    await this.start();
    const slot = this.slots.get(auditId) ?? this.load(auditId);
    slot.room?.touch();
    const room = await slot.loading;
    room?.touch();
    return room;
  }

  /** Resolves when the user's rate limit admits these envelopes; imports and operations have their own limits. */
  async paced({ accountId, userId }: Principal, envelopes: readonly IntentEnvelope[]): Promise<void> {
    const cost = envelopes.reduce((sum, { intent }) => sum + costOf(intent), 0);
    await this.pace?.take({ accountId, userId }, cost);
  }

  /**
   * Submits intents in a user's name, in order, through the same queue as clients' intents (used by REST,
   * imports and seeds). Each is decided by itself; a refusal does not stop the others.
   * @throws Refusal `audit_not_found`, `room_unavailable`, or `forbidden` when the user may not act any more
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
   * Submits intents by the system's own right: maintenance that no user requested, which the change log shows
   * under the task's name. With `inNameOf`, the change log shows that user, whose earlier action caused it.
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

  /** Outcome of the first envelope of an earlier submission with this command; null when there was none. */
  async settledBefore(principal: Principal, command: string): Promise<SettledFirst | null> {
    const [found] = await this.context.store.settled([partIdOf(submissionIdOf(principal, command), 0)]);
    return found ? { outcome: outcomeShape.parse(found.outcome), version: Number(found.version) } : null;
  }

  /**
   * Appends the first events of a new audit.
   * @throws Refusal `audit_exists` when the id is taken, `room_unavailable` when the store cannot be reached
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

  /** The principal with its current rights; null once the session ended or the user is inactive. */
  rightsOf(principal: Principal): Principal | null {
    const { sessionId, accountId, userId } = principal;
    const { directory } = this.context;
    return sessionId === null
      ? directory.principalOf(accountId, userId)
      : directory.principalOfSession(sessionId);
  }

  /** Unloads idle rooms (`settings.idle`); above the memory budget also the longest unused of the largest account. */
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

  /** Whether the audit is loaded on this node. */
  holds(auditId: string): boolean {
    return this.slots.has(auditId);
  }

  private async unload(room: AuditRoom): Promise<void> {
    await this.compact(room);
    const { uses } = room;
    await room.saveSnapshot();
    if (room.uses === uses && !room.isBusy) this.forget(room);
  }

  /** Compacts an unwatched document before its snapshot. A failure is logged; the room is unloaded all the same. */
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
    for (const { type, stream, version, data } of events) {
      const user: unknown = data['user'];
      if (!TEAM_EVENTS.has(type) || typeof user !== 'string') continue;
      for (const listener of this.teamListeners) listener({ stream, version: Number(version), user });
    }
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
