import { Backoff } from '../backoff.ts';
import { EventStoreError } from '../port.ts';
import type { PreparedAppend } from '../validate.ts';
import type { Group, Verdict } from './group.ts';
import { isRefusal, mapPostgresError } from './map-error.ts';

const MOST_MEMBERS = 128;
const MOST_BYTES = 4 * 1_048_576;
/**
 * Minimum size of a group (if enough requests wait): smaller ones cost more overhead than their earlier start saves.
 */
const LEAST_SHARE = 8;
/**
 * Milliseconds. With a slower disk, one commit for all requests beats two concurrent ones, since the second would only
 * wait. Compared with the fastest of the last commits, because slow ones may have waited for this process.
 */
const SLOW_COMMIT_MS = 2;
const COMMITS_JUDGED = 32;
/** Limits of the queue; a request beyond them would wait longer than callers do, so it is refused. */
const MOST_WAITING = 20_000;
const MOST_WAITING_BYTES = 64 * 1_048_576;

export interface GroupOutcome {
  /** One per member of the group. */
  readonly verdicts: readonly Verdict[];
  /** Milliseconds of the round trip and the commit, without the work of the statement. */
  readonly commitMs: number;
}

/** Sends a group as one statement. */
export interface GroupWriter {
  write(group: Group): Promise<GroupOutcome>;
  /** Drops the connection; the outcome of its current statement is unknown. */
  reset(): void;
}

interface Lane {
  readonly writer: GroupWriter;
  readonly backoff: Backoff;
  running: Promise<void> | undefined;
}

interface Waiting {
  readonly request: PreparedAppend;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: EventStoreError) => void;
  readonly deadline: NodeJS.Timeout;
  settled: boolean;
}

export interface GroupCommitterOptions {
  readonly appendMs: number;
  /** Clock in microseconds for the timestamps of events; undefined uses the server's. */
  readonly nowMicros?: () => bigint;
  /** Limits of the queue, in requests and in bytes. */
  readonly mostWaiting?: number;
  readonly mostWaitingBytes?: number;
}

/**
 * Batches the appends of this process into groups and keeps each writer busy with one: while a group is written, the
 * next is encoded and checked. A group takes one request per stream, in order of arrival, and a stream is in one group
 * at a time. Identical bytes are resent while the outcome is unknown; command ids and event ids make that harmless.
 */
export class GroupCommitter {
  /** Requests by stream; the order of the map is the order in which streams are served. */
  private readonly queues = new Map<string, Waiting[]>();
  /** Streams of the groups being written. */
  private readonly underway = new Set<string>();
  private readonly lanes: readonly Lane[];
  private readonly commits: number[] = [];
  private waiting = 0;
  private waitingBytes = 0;
  private isClosed = false;

  constructor(
    writers: readonly GroupWriter[],
    private readonly options: GroupCommitterOptions,
  ) {
    this.lanes = writers.map((writer) => ({ writer, backoff: new Backoff(20, 500), running: undefined }));
  }

  /**
   * Resolves with the store's verdict. Rejects with `transient` after `appendMs` without one, or at once, with nothing
   * sent, when the queue is full.
   */
  submit(request: PreparedAppend): Promise<Verdict> {
    if (this.isClosed) return Promise.reject(new EventStoreError('closed', 'the event store is closed'));
    if (this.isFull(request)) return Promise.reject(overloaded(request.stream, this.waiting));
    return new Promise<Verdict>((resolve, reject) => {
      const waiting: Waiting = {
        request,
        resolve,
        reject,
        deadline: setTimeout(() => fail(waiting, outOfTime(request.stream)), this.options.appendMs),
        settled: false,
      };
      const queue = this.queues.get(request.stream);
      if (queue) queue.push(waiting);
      else this.queues.set(request.stream, [waiting]);
      this.count(waiting, 1);
      this.wake();
    });
  }

  /** Refuses new requests; resolves once the accepted ones have a verdict. */
  async close(): Promise<void> {
    this.isClosed = true;
    while (this.lanes.some(({ running }) => running !== undefined))
      await Promise.all(this.lanes.map((lane) => lane.running));
  }

  private wake(): void {
    for (const lane of this.lanes) lane.running ??= this.run(lane);
  }

  private async run(lane: Lane): Promise<void> {
    for (;;) {
      // Callers answered by the last group may submit again for the next one.
      await new Promise((resume) => setImmediate(resume));
      const group = this.take();
      if (group.length === 0) break;
      await this.commit(lane, group);
      for (const { request } of group) this.underway.delete(request.stream);
      this.wake();
    }
    lane.running = undefined;
  }

  /** Takes the first request of each available stream; a stream with further requests goes to the end of the queue. */
  private take(): Waiting[] {
    const group: Waiting[] = [];
    let bytes = 0;
    const most = this.share();
    if (most === 0) return group;
    for (const [stream, queue] of [...this.queues]) {
      if (this.underway.has(stream)) continue;
      while (queue[0]?.settled) this.dropFirst(queue);
      const [first] = queue;
      if (first && group.length > 0 && bytes + first.request.bytes > MOST_BYTES) break;
      this.queues.delete(stream);
      if (!first) continue;
      this.dropFirst(queue);
      if (queue.length > 0) this.queues.set(stream, queue);
      group.push(first);
      this.underway.add(stream);
      bytes += first.request.bytes;
      if (group.length === most) break;
    }
    return group;
  }

  /** How many requests the next group may take: an equal share for each writer or, if commits are slow, all for one. */
  private share(): number {
    if (this.commits.length > 0 && Math.min(...this.commits) > SLOW_COMMIT_MS) {
      return this.underway.size > 0 ? 0 : MOST_MEMBERS;
    }
    let streams = this.underway.size;
    for (const stream of this.queues.keys()) if (!this.underway.has(stream)) streams += 1;
    const share = Math.ceil(streams / this.lanes.length);
    return Math.min(MOST_MEMBERS, Math.max(LEAST_SHARE, share));
  }

  private isFull({ bytes }: PreparedAppend): boolean {
    const { mostWaiting = MOST_WAITING, mostWaitingBytes = MOST_WAITING_BYTES } = this.options;
    return this.waiting >= mostWaiting || this.waitingBytes + bytes > mostWaitingBytes;
  }

  private dropFirst(queue: Waiting[]): void {
    const first = queue.shift();
    if (first) this.count(first, -1);
  }

  private count({ request }: Waiting, sign: 1 | -1): void {
    this.waiting += sign;
    this.waitingBytes += sign * request.bytes;
  }

  private async commit(lane: Lane, group: readonly Waiting[]): Promise<void> {
    try {
      await this.send(lane, group, false);
      lane.backoff.reset();
    } catch (error) {
      if (isRefusal(error)) await this.commitOneByOne(lane, group);
      else await this.putBack(lane, group, error);
    }
  }

  /** The server refused the whole group: members are sent one by one, so that only a bad one fails. */
  private async commitOneByOne(lane: Lane, group: readonly Waiting[]): Promise<void> {
    for (const [index, waiting] of group.entries()) {
      if (waiting.settled) continue;
      try {
        await this.send(lane, [waiting], true);
      } catch (error) {
        const mapped = mapPostgresError(error);
        if (isRefusal(error) && mapped.kind !== 'transient') fail(waiting, mapped);
        else return this.putBack(lane, group.slice(index), error);
      }
    }
  }

  private async send(lane: Lane, group: readonly Waiting[], locked: boolean): Promise<void> {
    const now = this.options.nowMicros?.();
    const members = group.map(({ request }) => request);
    const { verdicts, commitMs } = await lane.writer.write({ members, now, locked });
    this.commits.push(commitMs);
    if (this.commits.length > COMMITS_JUDGED) this.commits.shift();
    for (const [index, waiting] of group.entries()) {
      const verdict = verdicts[index];
      if (verdict === undefined) throw new EventStoreError('fatal', 'es.append left a request unanswered');
      succeed(waiting, verdict);
    }
  }

  /** Unknown outcome or a transient refusal: the same requests go to the front and are sent again. */
  private async putBack(lane: Lane, group: readonly Waiting[], error: unknown): Promise<void> {
    const mapped = mapPostgresError(error);
    if (!isRefusal(error)) lane.writer.reset();
    if (mapped.kind !== 'transient') {
      for (const waiting of group) fail(waiting, mapped);
      return;
    }
    const others = [...this.queues];
    this.queues.clear();
    for (const waiting of group) this.queues.set(waiting.request.stream, [waiting]);
    for (const waiting of group) this.count(waiting, 1);
    for (const [stream, queue] of others)
      this.queues.set(stream, [...(this.queues.get(stream) ?? []), ...queue]);
    await lane.backoff.wait();
  }
}

function succeed(waiting: Waiting, verdict: Verdict): void {
  if (waiting.settled) return;
  waiting.settled = true;
  clearTimeout(waiting.deadline);
  waiting.resolve(verdict);
}

function fail(waiting: Waiting, error: EventStoreError): void {
  if (waiting.settled) return;
  waiting.settled = true;
  clearTimeout(waiting.deadline);
  waiting.reject(error);
}

function outOfTime(stream: string): EventStoreError {
  return new EventStoreError(
    'transient',
    `no word from Postgres about an append to ${stream}: outcome unknown`,
  );
}

function overloaded(stream: string, waiting: number): EventStoreError {
  return new EventStoreError(
    'transient',
    `${waiting} appends are waiting: one to ${stream} was not sent, nothing of it is written`,
  );
}
