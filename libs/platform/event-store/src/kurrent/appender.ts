import { Backoff } from '../backoff.ts';
import { genesisLink, link } from '../hash-chain.ts';
import { EventStoreError, type Appended, type Position, type SettledCommand } from '../port.ts';
import type { PreparedAppend } from '../validate.ts';
import { within, type KurrentConnection } from './connection.ts';
import { toEventData, type LinkedEvent, type StoredEvent } from './envelope.ts';
import { conflict, judge } from './judge.ts';
import type { LogIndex } from './log-index.ts';
import { AnsweredPositions, type OwnWrites } from './own-writes.ts';
import type { LogReader } from './read-log.ts';
import type { IndexedHead, SideTables } from './side-tables.ts';

export interface AppenderOptions {
  readonly connection: KurrentConnection;
  readonly reader: LogReader;
  readonly index: LogIndex;
  readonly tables: SideTables;
  readonly own: OwnWrites;
  readonly nowMicros: () => bigint;
  /** Limit for one write attempt, in milliseconds. */
  readonly attemptMs: number;
  /** Limit for all attempts of one append together, in milliseconds; afterwards its outcome is unknown. */
  readonly appendMs: number;
}

/**
 * One call with all its attempts. Claims are marked per call, so whichever attempt succeeds is recognised as this call.
 */
interface Call {
  readonly request: PreparedAppend;
  readonly kind: 'append' | 'confirm';
  /** Marks the claims and the events of this call. */
  readonly token: string;
  readonly startedMicros: bigint;
  readonly leftMs: () => number;
  /** True until the index was asked to catch up for this call; see `judgeNow`. */
  isFirst: boolean;
  /** The call took over an expired claim: the former holder may still write the same events. */
  tookOver: boolean;
}

/** No verdict yet: the request must be judged again. */
const AGAIN = { kind: 'again' } as const;

/**
 * Appends and confirms. Each request claims its commands, is judged by the state of the index, and is written at
 * exactly the version that it was judged on. A write that KurrentDB refuses or does not answer is judged again, so that
 * a write that did happen is recognised.
 */
export class Appender {
  /** Last request of each stream: a node runs one append per stream at a time. */
  private readonly lanes = new Map<string, Promise<unknown>>();
  private readonly told = new AnsweredPositions();
  /** Epoch of the claims in which the index last caught up: since then, claims hold what the index may lack. */
  private epoch: string | undefined;

  constructor(private readonly options: AppenderOptions) {}

  async append(request: PreparedAppend): Promise<Appended> {
    return this.inTurn(request.stream, () => this.trying(request, 'append', (call) => this.appendNow(call)));
  }

  /** See `EventStore.confirm`. */
  async confirm(request: PreparedAppend, version: bigint): Promise<void> {
    await this.trying(request, 'confirm', (call) => this.confirmNow(call, version));
  }

  /** Resolves when no append is in flight. */
  async close(): Promise<void> {
    await Promise.allSettled(this.lanes.values());
  }

  private async confirmNow(call: Call, version: bigint): Promise<true | undefined> {
    const { tables, reader } = this.options;
    const { stream, commands } = call.request;
    const verdict = await this.judgeNow(call);
    if (verdict.kind === 'settled') return true;
    if (verdict.kind !== 'write') return undefined;
    try {
      // Read after the claim: the commands cannot be settled elsewhere now, and every event committed to the stream
      // before this moment is visible. Later events come after the confirmation.
      const last = await within(call.leftMs(), `reading ${stream}`, reader.tail(stream));
      const actual = last?.event.version ?? -1n;
      if (actual !== version) throw conflict(stream, actual);
      if (commands.length === 0) return true;
      const settled = commands.map(({ id, intentHash, outcome = null }) => ({
        ...{ id, intentHash, stream, version, outcome },
        atMicros: call.startedMicros,
      }));
      return (await tables.settle(settled)) === commands.length ? true : undefined;
    } catch (error) {
      await this.release(call);
      throw error;
    }
  }

  private async appendNow(call: Call): Promise<Appended | undefined> {
    const verdict = await this.judgeNow(call);
    switch (verdict.kind) {
      case 'again':
      case 'busy':
        return undefined;
      case 'settled':
        return this.answerOf(verdict.latest, call.token);
      case 'perhaps-written': {
        const written = await this.alreadyWritten(call, verdict.first);
        if (written) return written;
        throw verdict.error;
      }
      case 'write':
        return this.writeAt(call, verdict.head);
    }
  }

  /** Writes at the version that was judged; undefined when another writer was faster. */
  private async writeAt(call: Call, head: IndexedHead | null): Promise<Appended | undefined> {
    const { reader } = this.options;
    const { request, token } = call;
    // Every attempt uses the same timestamp, so that retries are byte-identical.
    const linked = chain(request, head, call.startedMicros);
    const last = (head?.version ?? -1n) + BigInt(linked.length);
    this.options.own.forget(request.stream);
    let told: bigint | undefined;
    try {
      told = await this.send(call, head, linked, last);
    } catch (error) {
      if (error instanceof EventStoreError && error.kind === 'transient') throw error;
      await this.release(call);
      if (error instanceof EventStoreError && error.kind === 'conflict') return undefined;
      throw error;
    }
    const end = linked.at(-1);
    // The server also reports success when events with equal ids are already stored, whoever wrote them and with
    // whatever links. Only a claim that was never taken over rules that out.
    const isOurs = request.commands.length > 0 && !call.tookOver;
    if (isOurs && end && told !== undefined && this.told.believes(linked.length)) {
      const { link: itsLink, recordedMicros } = end;
      this.options.own.note(request, { version: last, link: itsLink, recordedMicros }, told);
      return { version: last, position: String(told) as Position, link: end.link, replayed: false };
    }
    const stored = await reader.eventAt(request.stream, last);
    if (stored?.write === token) {
      this.told.compare(linked.length, told, stored.position);
      const { recordedMicros, position } = stored;
      this.options.own.note(request, { version: last, link: stored.event.link, recordedMicros }, position);
      return { ...placeOf(stored), replayed: false };
    }
    const same = await this.alreadyWritten(call, last - BigInt(linked.length) + 1n);
    if (!same) {
      throw new EventStoreError('invalid', `an event id of this append to ${request.stream} is taken`);
    }
    return same;
  }

  /** Sends the events; resolves with the position reported by the server. */
  private async send(
    { request, token, leftMs }: Call,
    head: IndexedHead | null,
    linked: readonly LinkedEvent[],
    last: bigint,
  ): Promise<bigint | undefined> {
    const { connection, reader, attemptMs } = this.options;
    const { stream, commands } = request;
    const settled = commands.map(({ id, intentHash, outcome = null }) => ({ id, h: intentHash, o: outcome }));
    const events = toEventData(linked, token, settled);
    const ms = Math.min(attemptMs, leftMs());
    const { nextExpectedRevision, position } = await connection.callAppend(
      `appending to ${stream}`,
      ms,
      (client) =>
        client.appendToStream(reader.nameOf(stream), events, {
          streamState: head ? head.version : 'no_stream',
          requiresLeader: true,
          deadline: ms,
        }),
    );
    if (nextExpectedRevision !== last) {
      throw new EventStoreError(
        'fatal',
        `${stream} grew to ${nextExpectedRevision}, not ${last}: it was deleted or truncated in KurrentDB`,
      );
    }
    return position?.commit;
  }

  /**
   * Judges a request, and claims its commands if it may be written. A request that follows this node's own last write,
   * or that only confirms, need not wait until the index has reached the end of the log: commands that the index may
   * lack there are still claimed. Every verdict other than a write is judged once more with a caught-up index.
   */
  private async judgeNow(call: Call) {
    const { index, tables } = this.options;
    const { request, kind, token, leftMs } = call;
    const head = kind === 'append' ? this.options.own.headFor(request) : undefined;
    const isQuick = call.isFirst && index.hasCaughtUp && (kind === 'confirm' || head !== undefined);
    call.isFirst = false;
    if (!isQuick) await within(leftMs(), 'reading the log', index.catchUp());
    const known = await within(
      leftMs(),
      'asking Postgres',
      tables.claim({
        ...{ kind, token, stream: request.stream },
        commands: request.commands.map(({ id }) => id),
        events: request.events.map(({ event }) => event.id),
      }),
    );
    if (known.old.length > 0) {
      call.tookOver = true;
      return AGAIN;
    }
    if (request.commands.length > 0 && known.busy.length === 0 && known.epoch !== this.epoch) {
      // Claims of before may be lost. What was written under them is in the log by now: after a crash of PostgreSQL,
      // commands can be claimed only when the time of a claim is over.
      await within(leftMs(), 'reading the log', index.catchUp());
      this.epoch = known.epoch;
      return AGAIN;
    }
    const newest = head && head.version > (known.head?.version ?? -1n) ? head : known.head;
    // `confirmNow` reads the stream's version itself, so the index's version is not checked.
    const asked = kind === 'confirm' ? { ...request, expected: 'any' as const } : request;
    const verdict = judge(asked, { ...known, head: newest });
    if (verdict.kind === 'write') return { ...verdict, head: newest };
    // `es.kurrent_claim` has released the claims itself if a command is settled or busy.
    if (known.settled.length === 0 && known.busy.length === 0) await this.release(call);
    if (isQuick) return AGAIN;
    if (verdict.kind === 'refused') throw verdict.error;
    return verdict;
  }

  /** The result of a request whose commands were settled before. */
  private async answerOf({ stream, version }: SettledCommand, token: string): Promise<Appended> {
    const stored = version < 0n ? null : await this.options.reader.eventAt(stream, version);
    return stored
      ? { ...placeOf(stored), replayed: stored.write !== token }
      : { version, position: '0' as Position, link: genesisLink(stream), replayed: true };
  }

  /** Compares the stored events with the requested ones: ids, content, order. */
  private async alreadyWritten({ request, token }: Call, first: bigint): Promise<Appended | undefined> {
    const { reader } = this.options;
    const stored = await reader.streamPage(request.stream, first, request.events.length, 'forwards');
    const last = stored.at(-1);
    const isSame =
      stored.length === request.events.length &&
      stored.every(
        ({ event }, n) =>
          !('withheld' in event) &&
          event.id === request.events[n]?.event.id &&
          event.contentHash === request.events[n]?.contentHash,
      );
    if (!last || !isSame) return undefined;
    const commands = new Set(last.commands.map(({ id }) => id));
    if (request.commands.some(({ id }) => !commands.has(id))) return undefined;
    return { ...placeOf(last), replayed: last.write !== token };
  }

  /** Retries until there is a result or the time is over; transient faults are retried. */
  private async trying<T>(
    request: PreparedAppend,
    kind: Call['kind'],
    attempt: (call: Call) => Promise<T | undefined>,
  ): Promise<T> {
    const deadline = performance.now() + this.options.appendMs;
    const leftMs = () => {
      const left = deadline - performance.now();
      if (left > 0) return left;
      throw new EventStoreError('transient', 'the time for this request is over: its outcome is unknown');
    };
    const startedMicros = this.options.nowMicros();
    const token = crypto.randomUUID();
    const call: Call = { request, kind, token, startedMicros, leftMs, isFirst: true, tookOver: false };
    const backoff = new Backoff(5, 300);
    for (;;) {
      try {
        const answer = await attempt(call);
        if (answer !== undefined) return answer;
      } catch (error) {
        const isPassing = error instanceof EventStoreError && error.kind === 'transient';
        if (!isPassing || performance.now() >= deadline) throw error;
      }
      await backoff.wait();
    }
  }

  private async release({ token, request }: Call): Promise<void> {
    const ids = request.commands.map(({ id }) => id);
    // A claim that could not be released expires.
    await this.options.tables.release(token, ids).catch(() => undefined);
  }

  private async inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.lanes.get(stream) ?? Promise.resolve()).then(work, work);
    this.lanes.set(stream, turn);
    try {
      return await turn;
    } finally {
      if (this.lanes.get(stream) === turn) this.lanes.delete(stream);
    }
  }
}

function placeOf({ event }: StoredEvent): Omit<Appended, 'replayed'> {
  return { version: event.version, position: event.position, link: event.link };
}

/**
 * The events of an append with their links; recorded at the current time, or at the previous event's if that is later.
 */
export function chain(
  { stream, events }: PreparedAppend,
  head: IndexedHead | null,
  nowMicros: bigint,
): LinkedEvent[] {
  const recordedMicros = head && head.recordedMicros > nowMicros ? head.recordedMicros : nowMicros;
  let previous = head?.link ?? genesisLink(stream);
  let version = head?.version ?? -1n;
  return events.map(({ event, contentHash }) => {
    version += 1n;
    previous = link(previous, version, recordedMicros, contentHash);
    return { event, recordedMicros, contentHash, link: previous };
  });
}
