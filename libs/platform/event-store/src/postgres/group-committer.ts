import { Backoff } from '../backoff.ts';
import { EventStoreError } from '../port.ts';
import type { PreparedAppend } from '../validate.ts';
import { encodeGroup, encodeMember, type EncodedMember, type Verdict } from './group.ts';
import { isRefusal, mapPostgresError } from './map-error.ts';

const MOST_MEMBERS = 128;
const MOST_BYTES = 4 * 1_048_576;

/** Sends one group as one statement and resolves with a verdict for each member. */
export interface GroupWriter {
  write(group: string): Promise<readonly Verdict[]>;
  /** Gives the connection up: what it was doing has an unknown outcome. */
  reset(): void;
}

interface Waiting {
  readonly stream: string;
  readonly encoded: EncodedMember;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: EventStoreError) => void;
  readonly deadline: NodeJS.Timeout;
  settled: boolean;
}

export interface GroupCommitterOptions {
  readonly appendMs: number;
  /** Clock in microseconds that stamps events; the server's when undefined. */
  readonly nowMicros?: () => bigint;
}

/**
 * Gathers the appends of this process into groups, one group on its way at a time. A group takes one request
 * a stream, in the order of arrival, so a stream never has two in flight. Identical bytes are sent again
 * while the outcome is unknown: command ids and event ids make that harmless.
 */
export class GroupCommitter {
  /** Requests by stream; the map's order is the turn of the streams. */
  private readonly queues = new Map<string, Waiting[]>();
  private readonly backoff = new Backoff(20, 500);
  private running: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly writer: GroupWriter,
    private readonly options: GroupCommitterOptions,
  ) {}

  /** Resolves with the store's verdict; rejects with `transient` once `appendMs` have gone by without one. */
  submit(request: PreparedAppend): Promise<Verdict> {
    if (this.isClosed) return Promise.reject(new EventStoreError('closed', 'the event store is closed'));
    return new Promise<Verdict>((resolve, reject) => {
      const waiting: Waiting = {
        stream: request.stream,
        encoded: encodeMember(request),
        resolve,
        reject,
        deadline: setTimeout(() => fail(waiting, outOfTime(request.stream)), this.options.appendMs),
        settled: false,
      };
      const queue = this.queues.get(request.stream);
      if (queue) queue.push(waiting);
      else this.queues.set(request.stream, [waiting]);
      this.running ??= this.run();
    });
  }

  /** Refuses new requests and resolves once those taken have their verdict. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (;;) {
      // Whoever was answered by the last group may want to be in the next one.
      await new Promise((resume) => setImmediate(resume));
      const group = this.take();
      if (group.length === 0) break;
      await this.commit(group);
    }
    this.running = undefined;
  }

  /** The first request of each stream whose turn it is; a stream with more waits behind the others. */
  private take(): Waiting[] {
    const group: Waiting[] = [];
    let bytes = 0;
    for (const [stream, queue] of [...this.queues]) {
      const [first, ...later] = queue.filter((waiting) => !waiting.settled);
      if (first && group.length > 0 && bytes + first.encoded.bytes > MOST_BYTES) break;
      this.queues.delete(stream);
      if (!first) continue;
      if (later.length > 0) this.queues.set(stream, later);
      group.push(first);
      bytes += first.encoded.bytes;
      if (group.length === MOST_MEMBERS) break;
    }
    return group;
  }

  private async commit(group: readonly Waiting[]): Promise<void> {
    try {
      await this.send(group, false);
      this.backoff.reset();
    } catch (error) {
      if (isRefusal(error)) await this.commitOneByOne(group);
      else await this.putBack(group, error);
    }
  }

  /** The group was refused whole: each member has its own fate, so that a bad one fails alone. */
  private async commitOneByOne(group: readonly Waiting[]): Promise<void> {
    for (const [index, waiting] of group.entries()) {
      if (waiting.settled) continue;
      try {
        await this.send([waiting], true);
      } catch (error) {
        const mapped = mapPostgresError(error);
        if (isRefusal(error) && mapped.kind !== 'transient') fail(waiting, mapped);
        else return this.putBack(group.slice(index), error);
      }
    }
  }

  private async send(group: readonly Waiting[], locked: boolean): Promise<void> {
    const now = this.options.nowMicros?.();
    const verdicts = await this.writer.write(
      encodeGroup(
        group.map(({ encoded }) => encoded),
        { now, locked },
      ),
    );
    for (const [index, waiting] of group.entries()) {
      const verdict = verdicts[index];
      if (verdict === undefined) throw new EventStoreError('fatal', 'es.append left a request unanswered');
      succeed(waiting, verdict);
    }
  }

  /** Unknown outcome, or refused for a reason that passes: the same bytes go first when it is tried again. */
  private async putBack(group: readonly Waiting[], error: unknown): Promise<void> {
    const mapped = mapPostgresError(error);
    if (!isRefusal(error)) this.writer.reset();
    if (mapped.kind !== 'transient') {
      for (const waiting of group) fail(waiting, mapped);
      return;
    }
    const others = [...this.queues];
    this.queues.clear();
    for (const waiting of group) this.queues.set(waiting.stream, [waiting]);
    for (const [stream, queue] of others)
      this.queues.set(stream, [...(this.queues.get(stream) ?? []), ...queue]);
    await this.backoff.wait();
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
