/** An event proposed by a client. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface FakeRecord extends Proposed {
  readonly stream: string;
  readonly revision: bigint;
  /** Commit and prepare position, which are equal outside explicit transactions. */
  readonly position: bigint;
  /** Milliseconds since 1970. */
  readonly created: number;
}

export type FakeExpected = 'any' | 'exists' | 'none' | bigint;

export type FakeVerdict =
  | { readonly success: { readonly revision: bigint; readonly position: bigint } }
  | { readonly wrongVersion: bigint }
  | { readonly tooLarge: number };

/** KurrentDB's default for `MaxAppendSize`. */
const MAX_APPEND_BYTES = 1_048_576;

/**
 * KurrentDB's transaction log according to its source: positions grow by the size of records and are not dense, system
 * events lie between ours, and a repeated write is recognised by the ids of its events.
 */
export class FakeLog {
  readonly records: FakeRecord[] = [];
  private readonly streams = new Map<string, FakeRecord[]>();
  private readonly listeners = new Set<() => void>();
  private end = 0n;

  constructor() {
    this.system('$stats-127.0.0.1:2113', '$statsCollected');
  }

  /** Decides like `IndexWriter.CheckCommit`. */
  append(stream: string, expected: FakeExpected, events: readonly Proposed[]): FakeVerdict {
    const size = events.reduce(
      (bytes, { type, data, metadata }) => bytes + data.length + metadata.length + 2 * type.length,
      0,
    );
    if (size > MAX_APPEND_BYTES) return { tooLarge: MAX_APPEND_BYTES };
    const known = this.streams.get(stream) ?? [];
    const current = BigInt(known.length) - 1n;
    const wanted = expected === 'none' ? -1n : expected;
    if (wanted === 'exists' && current < 0n) return { wrongVersion: current };
    if (typeof wanted === 'bigint') {
      if (wanted > current) return { wrongVersion: current };
      if (wanted < current) {
        const repeated = events.map(({ id }, n) => ({ id, record: known[Number(wanted) + 1 + n] }));
        if (!repeated.every(({ id, record }) => record?.id === id)) return { wrongVersion: current };
        const last = repeated.at(-1)?.record;
        return last
          ? { success: { revision: last.revision, position: last.position } }
          : { wrongVersion: current };
      }
    }
    for (const event of events) this.write(stream, event);
    // Now and then the server writes an event of its own.
    if (this.records.length % 7 === 0) this.system('$$' + stream, '$metadata');
    const last = this.streams.get(stream)?.at(-1);
    if (!last) return { wrongVersion: current };
    for (const listener of this.listeners) listener();
    return { success: { revision: last.revision, position: last.position } };
  }

  streamOf(name: string): readonly FakeRecord[] | undefined {
    return this.streams.get(name);
  }

  /** Index of the first record at or after a position. */
  indexOf(position: bigint): number {
    let [low, high] = [0, this.records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Drops what no stream needs any more: system events, as `$maxAge` of their streams orders. Events of applications
   * keep their positions.
   */
  scavenge(): void {
    const kept = this.records.filter(({ stream }) => !stream.startsWith('$'));
    this.records.splice(0, this.records.length, ...kept);
    for (const name of [...this.streams.keys()]) if (name.startsWith('$')) this.streams.delete(name);
  }

  onAppended(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private system(stream: string, type: string): void {
    this.write(stream, {
      id: crypto.randomUUID(),
      type,
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(),
    });
  }

  private write(stream: string, event: Proposed): void {
    const events = this.streams.get(stream) ?? [];
    this.streams.set(stream, events);
    const place = { revision: BigInt(events.length), position: this.end, created: Date.now() };
    const record = { ...event, stream, ...place };
    events.push(record);
    this.records.push(record);
    this.end += BigInt(100 + event.data.length + event.metadata.length);
  }
}
