import { auditErrors, auditStream, type AuditId } from '@cotejo/audits-contracts';
import { AuditState, type AuditModel } from '@cotejo/audits-domain';
import {
  microsFromIso,
  type EventStore,
  type RecordedEvent,
  type Snapshot,
  type StreamHead,
} from '@cotejo/event-store';
import { UnknownVersion } from '@cotejo/event-store/upcast';
import { Refusal } from '@cotejo/http/contracts';
import { WorkLimiter, type Asker } from '@cotejo/http/shares';
import type { RoomLog } from '@cotejo/rooms/server';
import { storedEvent } from '../room/documents/stored-event.ts';
import { KeptStates, type Kept, type KeptStatesOptions, type Line } from './kept-states.ts';
import {
  stateOfSnapshot,
  HISTORY_SNAPSHOT_EVERY,
  historySnapshotOf,
  historySnapshotVersionOf,
} from './history-snapshot.ts';

/** Point of an audit's history: a version, a recording time (microseconds since 1970), or the head. */
export type PointInTime = { readonly version: number } | { readonly moment: bigint } | 'now';

/** State of an audit at a past version. Cached and shared between callers, so it must not be modified. */
export interface PastAudit {
  readonly state: AuditState;
  readonly version: number;
  /** Recording time of that version, ISO 8601 in UTC with microseconds. */
  readonly at: string;
  /** Head version at the time of the call. */
  readonly head: number;
}

export interface AuditHistoryOptions {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly log?: RoomLog;
  /** Approximate number of events between two history snapshots. */
  readonly snapshotEvery?: number;
  readonly kept?: KeptStatesOptions;
}

/** Concurrent reads per node; each takes about ten megabytes while it runs. */
const AT_ONCE = 2;
/** Queued and running reads per user. A user who scrolls through versions aborts those already passed. */
const EACH = 8;
/** Queued and running reads per account. */
const OF_ACCOUNT = 40;
/** Events folded per tick, so that rooms stay responsive. */
const FOLD_CHUNK = 500;
/** Events between two states cached during a fold, to speed up stepping backwards. */
const KEEP_EVERY = 250;

interface FoldStart {
  /** Base state; the fold modifies it. */
  readonly state: AuditState;
  /** Event at the state's version; null before the first. */
  readonly event: RecordedEvent | null;
  readonly line: Line;
  /** Version of the nearest snapshot below, -1 when there is none. */
  readonly snapshotVersion: number;
  /** Events after the state, already being read. */
  readonly events: AsyncIterator<RecordedEvent>;
}

/** A fold in progress. */
interface Going {
  readonly audit: AuditId;
  readonly version: number;
  /** Resolves also when the fold fails. */
  readonly done: Promise<void>;
}

const nothing = (): void => undefined;

/**
 * Reads past states of audits: any version, from the nearest state at or below it (cached, else a stored
 * snapshot) and the events after it. Missing history snapshots are written in the background; they are
 * disposable.
 */
export class AuditHistory {
  private readonly turns = new WorkLimiter(AT_ONCE, EACH, OF_ACCOUNT);
  private building: Promise<void> = Promise.resolve();
  private readonly going = new Set<Going>();
  private readonly every: number;
  private readonly kept: KeptStates;

  constructor(private readonly options: AuditHistoryOptions) {
    this.every = options.snapshotEvery ?? HISTORY_SNAPSHOT_EVERY;
    this.kept = new KeptStates(options.kept);
  }

  /** Slices that the states hold besides the plan. */
  get slices(): AuditModel['slices'] {
    return this.options.model.slices;
  }

  /** A cached version, without reading anything; null otherwise. Used as the base of a difference. */
  recall(audit: AuditId, version: number): AuditState | null {
    const kept = this.kept.nearest(audit, version, 0);
    return kept ? asSeen(kept.state) : null;
  }

  /**
   * @throws Refusal `audit_not_found`, `version_not_reached`, `not_created_yet`, `upgrade_in_progress` (the
   * log holds an event unknown to this release); with an asker, also those of `WorkLimiter.take`
   */
  at(audit: AuditId, point: PointInTime, asker?: Asker): Promise<PastAudit> {
    return this.turns.take(() => this.read(audit, point), asker);
  }

  /**
   * Reads both versions in one turn: a caller never holds one state while it waits for the other. Throws like
   * `at`.
   */
  between(
    audit: AuditId,
    from: PointInTime,
    to: PointInTime,
    asker?: Asker,
  ): Promise<readonly [PastAudit, PastAudit]> {
    return this.turns.take(
      async () => [await this.read(audit, from), await this.read(audit, to)] as const,
      asker,
    );
  }

  /** Resolves when the missing snapshots have been written. */
  settled(): Promise<void> {
    return this.building;
  }

  private async read(audit: AuditId, point: PointInTime): Promise<PastAudit> {
    const { store } = this.options;
    const head = await store.head(auditStream(audit));
    if (!head) throw new Refusal(auditErrors, 'audit_not_found');
    const version = await this.versionAt(audit, point, head);
    const known = this.kept.nearest(audit, version, 0) ?? (await this.foldTo(audit, version));
    const { state, event } = known;
    return { state: asSeen(state), version, at: event.recordedAt, head: Number(head.version) };
  }

  /**
   * Waits for a fold in progress to a nearby version of the audit: clients request a version and its
   * predecessor to compare them, and one is cached on the way to the other.
   */
  private async foldTo(audit: AuditId, version: number): Promise<Kept> {
    const near = [...this.going].find(
      (other) => other.audit === audit && Math.abs(other.version - version) <= this.every,
    );
    if (near) {
      await near.done;
      const known = this.kept.nearest(audit, version, 0);
      if (known) return known;
    }
    const folding = this.foldAlone(audit, version);
    const going: Going = { audit, version, done: folding.then(nothing, nothing) };
    this.going.add(going);
    void going.done.then(() => this.going.delete(going));
    return folding;
  }

  private async foldAlone(audit: AuditId, version: number): Promise<Kept> {
    const start = await this.start(audit, version);
    const { state, line } = start;
    try {
      const event = await this.fold(audit, start, version);
      const kept = { state, event, line };
      this.kept.keep(kept);
      return kept;
    } catch (error) {
      if (error instanceof UnknownVersion) throw new Refusal(auditErrors, 'upgrade_in_progress');
      throw error;
    } finally {
      await start.events.return?.();
    }
  }

  private async versionAt(audit: AuditId, point: PointInTime, head: StreamHead): Promise<number> {
    const newest = Number(head.version);
    if (point === 'now') return newest;
    if ('moment' in point) return this.lastRecordedBy(audit, point.moment, newest);
    const { version } = point;
    if (version <= newest) return version;
    throw new Refusal(auditErrors, 'version_not_reached', {
      params: { version, head: newest },
      details: { head: newest },
    });
  }

  /**
   * Recording times within a stream never decrease, whatever the clocks did, so binary search finds the
   * version.
   */
  private async lastRecordedBy(audit: AuditId, moment: bigint, newest: number): Promise<number> {
    let known = -1;
    let beyond = newest + 1;
    // Starts at the head, because recent moments are requested most often.
    for (let next = newest; known + 1 < beyond; next = (known + beyond) >> 1) {
      const { recordedAt } = await this.event(audit, next);
      if (microsFromIso(recordedAt) <= moment) known = next;
      else beyond = next;
    }
    if (known < 0) throw new Refusal(auditErrors, 'not_created_yet');
    return known;
  }

  /** The nearest valid state at or below a version; invalid snapshots are deleted. */
  private async start(audit: AuditId, version: number): Promise<FoldStart> {
    const { store, model } = this.options;
    const stream = auditStream(audit);
    const kept = this.kept.nearest(audit, version, this.every);
    if (kept) {
      const { state, event, line } = kept;
      const snapshotVersion = Math.max(-1, ...[...line.snapshots].filter((at) => at <= state.version));
      return {
        state: state.copy(),
        event,
        line,
        snapshotVersion,
        events: this.eventsOf(audit, state.version + 1, version),
      };
    }
    const line = this.kept.line(audit);
    for (let below = BigInt(version); ;) {
      const snapshot = await store.snapshots.latest(stream, historySnapshotVersionOf(model), below);
      if (!snapshot) {
        const events = this.eventsOf(audit, 0, version);
        return { state: new AuditState(), event: null, line, snapshotVersion: -1, events };
      }
      const start = await this.stepOn(audit, snapshot, version);
      if (start) {
        line.snapshots.add(start.state.version);
        return { ...start, line, snapshotVersion: start.state.version };
      }
      await store.snapshots.drop(stream, [snapshot]);
      below = snapshot.version - 1n;
    }
  }

  private async stepOn(
    audit: AuditId,
    snapshot: Snapshot,
    version: number,
  ): Promise<Pick<FoldStart, 'state' | 'event' | 'events'> | null> {
    // Reads the following events while the snapshot is unpacked.
    const events = this.eventsOf(audit, Number(snapshot.version), version);
    const [first, state] = await Promise.allSettled([
      events.next(),
      stateOfSnapshot(this.options.model, snapshot),
    ]);
    if (first.status === 'rejected') throw first.reason;
    const event = first.value.done ? null : first.value.value;
    if (!event) throw new Error(`audit ${audit} has no version ${snapshot.version}`);
    if (event.link === snapshot.link && state.status === 'fulfilled')
      return { state: state.value, event, events };
    if (state.status === 'rejected')
      this.log('a snapshot is damaged and was taken away', audit, state.reason);
    await events.return?.();
    return null;
  }

  private eventsOf(audit: AuditId, from: number, to: number): AsyncIterator<RecordedEvent> {
    const range = { from: BigInt(from), to: BigInt(to) };
    return this.options.store.read(auditStream(audit), range)[Symbol.asyncIterator]();
  }

  private async fold(audit: AuditId, start: FoldStart, version: number): Promise<RecordedEvent> {
    const { model } = this.options;
    const { state, events, line } = start;
    let last = start.event;
    let { snapshotVersion } = start;
    while (state.version < version) {
      const read = await events.next();
      if (read.done === true) break;
      const next: RecordedEvent = read.value;
      if (Number(next.version) !== state.version + 1) throw new Error(`audit ${audit} has a gap`);
      model.evolve(state, storedEvent(next, model.events));
      last = next;
      if (state.version - snapshotVersion >= this.every) {
        snapshotVersion = state.version;
        if (!line.snapshots.has(snapshotVersion)) await this.putIn(audit, state, next.link);
        line.snapshots.add(snapshotVersion);
      }
      if (isWorthKeeping(state.version, version)) this.kept.keep({ state: state.copy(), event: next, line });
      if (state.version % FOLD_CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    if (!last || state.version !== version) throw new Error(`audit ${audit} ends before version ${version}`);
    return last;
  }

  /**
   * Writes a snapshot in the background while the fold continues, after waiting for the previous write: a
   * long fold leaves all its snapshots, and at most two states wait to be written.
   */
  private async putIn(audit: AuditId, state: AuditState, link: string): Promise<void> {
    const { store, model } = this.options;
    const write = historySnapshotOf(model, audit, state, link);
    const before = this.building;
    this.building = before
      .then(async () => store.snapshots.save(await write()))
      .catch((error: unknown) => this.log('a snapshot of the past could not be saved', audit, error));
    await before;
  }

  private async event(audit: AuditId, version: number): Promise<RecordedEvent> {
    const at = BigInt(version);
    for await (const event of this.options.store.read(auditStream(audit), { from: at, to: at })) return event;
    throw new Error(`audit ${audit} has no version ${version}`);
  }

  private log(message: string, audit: AuditId, error: unknown): void {
    this.options.log?.('warn', message, { audit, error });
  }
}

/**
 * Whether to cache a state on the way to `until`: users step back by a few versions or by a few hundred. Each
 * cached state takes memory.
 */
function isWorthKeeping(at: number, until: number): boolean {
  const left = until - at;
  return left === 12 || (at % KEEP_EVERY === 0 && left > 0 && left <= 2 * KEEP_EVERY);
}

/** The state without the items of an unfinished copy, which were visible to no user. */
function asSeen(whole: AuditState): AuditState {
  if (whole.hiddenSince === null) return whole;
  const state = whole.copy();
  const unfinished = [...state.nodes()].filter((node) => state.isUnfinished(node));
  state.remove(unfinished.map(({ id }) => id));
  return state;
}
