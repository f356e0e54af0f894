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
import type { RoomLog } from '@cotejo/rooms/server';
import { storedEvent } from '../room/stored-event.ts';
import { climb, RUNG_EVERY, rungOf, rungVersionOf } from './rung.ts';
import { Turns, type Asker } from './turns.ts';

/** Which state is wanted: of a version, or as recorded at a moment (microseconds since 1970). */
export type PointInTime = { readonly version: number } | { readonly moment: bigint } | 'now';

/** An audit as it was. The state is the caller's own: no room and no other reader sees it. */
export interface PastAudit {
  readonly state: AuditState;
  readonly version: number;
  /** When that version was recorded, ISO 8601 in UTC with microseconds. */
  readonly at: string;
  /** Newest version at the time of the call. */
  readonly head: number;
}

export interface AuditHistoryOptions {
  readonly store: EventStore;
  readonly model: AuditModel;
  readonly log?: RoomLog;
  /** Events that may lie between a version and the rung below it, about. */
  readonly rungEvery?: number;
}

/** States that are read at once on a node: each takes some ten megabytes while it lasts. */
const AT_ONCE = 2;
/** Of one asker, waiting ones included. Somebody who looks through versions gives up what they passed over. */
const EACH = 8;
/** Events folded in one go, so that rooms get their turn. */
const FOLD_CHUNK = 500;

interface Footing {
  readonly state: AuditState;
  /** The event at the state's version; null before the first. */
  readonly event: RecordedEvent | null;
}

/**
 * The past of audits: any version, from the nearest rung at or below it and the events after it. Rungs that
 * are missing are put in on the way, behind the answer; they may be lost at any time.
 */
export class AuditHistory {
  private readonly turns = new Turns(AT_ONCE, EACH);
  private building: Promise<void> = Promise.resolve();
  private readonly every: number;

  constructor(private readonly options: AuditHistoryOptions) {
    this.every = options.rungEvery ?? RUNG_EVERY;
  }

  /**
   * @throws Refusal `audit_not_found`, `version_not_reached`, `not_created_yet`, `upgrade_in_progress` (the
   * log holds an event that this version of the program cannot read); as `Turns.take` for an asker
   */
  at(audit: AuditId, point: PointInTime, asker?: Asker): Promise<PastAudit> {
    return this.turns.take(() => this.read(audit, point), asker);
  }

  /** Both in one turn: nobody holds one state while waiting for the other. Throws as `at`. */
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

  /** Resolves when the rungs that were found missing are in. */
  settled(): Promise<void> {
    return this.building;
  }

  private async read(audit: AuditId, point: PointInTime): Promise<PastAudit> {
    const { store } = this.options;
    const head = await store.head(auditStream(audit));
    if (!head) throw new Refusal(auditErrors, 'audit_not_found');
    const version = await this.versionAt(audit, point, head);
    const footing = await this.footing(audit, version);
    const last = await this.fold(audit, footing, version).catch((error: unknown) => {
      if (error instanceof UnknownVersion) throw new Refusal(auditErrors, 'upgrade_in_progress');
      throw error;
    });
    return { state: asSeen(footing.state), version, at: last.recordedAt, head: Number(head.version) };
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

  /** Moments of a stream never go back, whatever the clocks did: the last one is found by halving. */
  private async lastRecordedBy(audit: AuditId, moment: bigint, newest: number): Promise<number> {
    let known = -1;
    let beyond = newest + 1;
    // Most often it is asked about lately: the newest first.
    for (let next = newest; known + 1 < beyond; next = (known + beyond) >> 1) {
      const { recordedAt } = await this.event(audit, next);
      if (microsFromIso(recordedAt) <= moment) known = next;
      else beyond = next;
    }
    if (known < 0) throw new Refusal(auditErrors, 'not_created_yet');
    return known;
  }

  /** The nearest rung at or below a version that holds; those that do not are taken away. */
  private async footing(audit: AuditId, version: number): Promise<Footing> {
    const { store, model } = this.options;
    const stream = auditStream(audit);
    for (let below = BigInt(version); ;) {
      const snapshot = await store.snapshots.latest(stream, rungVersionOf(model), below);
      if (!snapshot) return { state: new AuditState(), event: null };
      const footing = await this.stepOn(audit, snapshot);
      if (footing) return footing;
      await store.snapshots.drop(stream, [snapshot]);
      below = snapshot.version - 1n;
    }
  }

  private async stepOn(audit: AuditId, snapshot: Snapshot): Promise<Footing | null> {
    const event = await this.event(audit, Number(snapshot.version));
    if (event.link !== snapshot.link) return null;
    try {
      return { state: await climb(this.options.model, snapshot), event };
    } catch (error) {
      this.log('a snapshot is damaged and was taken away', audit, error);
      return null;
    }
  }

  private async fold(audit: AuditId, { state, event }: Footing, version: number): Promise<RecordedEvent> {
    const { store, model } = this.options;
    let last = event;
    let rung = state.version;
    const range = { from: BigInt(state.version + 1), to: BigInt(version) };
    if (state.version < version) {
      for await (const next of store.read(auditStream(audit), range)) {
        if (Number(next.version) !== state.version + 1) throw new Error(`audit ${audit} has a gap`);
        model.evolve(state, storedEvent(next, model.events));
        last = next;
        if (state.version - rung >= this.every) {
          rung = state.version;
          this.putIn(audit, state, next.link);
        }
        if (state.version % FOLD_CHUNK === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    if (!last || state.version !== version) throw new Error(`audit ${audit} ends before version ${version}`);
    return last;
  }

  /** One rung after the other, while others read on: nobody waits for them. */
  private putIn(audit: AuditId, state: AuditState, link: string): void {
    const { store, model } = this.options;
    const write = rungOf(model, audit, state, link);
    this.building = this.building
      .then(async () => store.snapshots.save(await write()))
      .catch((error: unknown) => this.log('a snapshot of the past could not be saved', audit, error));
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

/** Without what a copy had made that was not done by then: it was nobody's to see. Changes the state. */
function asSeen(state: AuditState): AuditState {
  if (state.hiddenSince === null) return state;
  const unfinished = [...state.nodes()].filter((node) => state.isUnfinished(node));
  state.remove(unfinished.map(({ id }) => id));
  return state;
}
