import { Backoff } from './backoff.ts';
import type { Tail } from './follow.ts';
import type { Position, ReadAllPage, RecordedEvent, StreamFilter } from './port.ts';
import { comparePositions } from './position.ts';
import { passesFilter } from './stream-filter.ts';

const PAGE_EVENTS = 500;
const MOST_EVENTS = 10_000;
const MOST_BYTES = 8 * 1_048_576;

export interface SharedTailOptions {
  /** Limits of the buffer of recent events; bytes are an estimate of memory (`weigh`). */
  readonly mostEvents?: number;
  readonly mostBytes?: number;
}

/**
 * One reader for all followers of a process. The newest events are buffered in memory; a follower whose position lies
 * within the buffer is served from it, through its filter. A follower that has fallen behind reads the log by itself
 * until it has caught up, so a slow follower delays no other one and memory stays bounded.
 *
 * Followers share the event objects and must not mutate them.
 */
export class SharedTail implements Tail {
  private readonly recent: Recent;
  private readonly sleepers = new Set<Sleeper>();
  private reader: Reader | undefined;

  constructor(
    private readonly source: Tail,
    options: SharedTailOptions = {},
  ) {
    this.recent = new Recent(options.mostEvents ?? MOST_EVENTS, options.mostBytes ?? MOST_BYTES);
  }

  async readPage(after: Position | null, filter: StreamFilter | undefined): Promise<ReadAllPage> {
    if (this.reader && this.recent.covers(after)) return this.recent.page(after, filter);
    return this.source.readPage(after, filter);
  }

  head(): Promise<Position | null> {
    return this.source.head();
  }

  /**
   * A tail for followers that do not wait for the shared reader: events not buffered yet are read from `source`, by the
   * follower's own filter.
   */
  beside(source: Pick<Tail, 'readPage' | 'head'>): Tail {
    return {
      readsStore: true,
      readPage: async (after, filter) => {
        const isHere =
          this.reader && this.recent.covers(after) && comparePositions(this.recent.end, after) > 0;
        return isHere ? this.recent.page(after, filter) : source.readPage(after, filter);
      },
      head: () => source.head(),
      waitBeyond: (after, signal) => this.waitBeyond(after, signal),
    };
  }

  /** Rejects with the reader's error, so that every follower can report it. */
  async waitBeyond(after: Position | null, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.reader ??= this.startReading(after);
    if (comparePositions(this.recent.end, after) > 0) return;
    await new Promise<void>((resolve, reject) => {
      const sleeper: Sleeper = {
        after,
        wake: () => leave(resolve),
        fail: (error) => leave(() => reject(error)),
      };
      const leave = (settle: () => void) => {
        this.sleepers.delete(sleeper);
        signal.removeEventListener('abort', sleeper.wake);
        settle();
      };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', sleeper.wake);
    });
  }

  /** Stops reading; the next follower that waits starts the reader again, with an empty buffer. */
  async rest(): Promise<void> {
    const { reader } = this;
    this.reader = undefined;
    reader?.abort.abort();
    await reader?.finished;
  }

  private startReading(after: Position | null): Reader {
    this.recent.restart(after);
    const abort = new AbortController();
    return { abort, finished: this.read(abort.signal) };
  }

  private async read(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        const page = await this.source.readPage(this.recent.end, undefined);
        // `rest` was called during the read: the buffer may belong to a newer reader by now.
        if (signal.aborted) return;
        this.recent.add(page);
        backoff.reset();
        for (const sleeper of [...this.sleepers]) {
          if (comparePositions(this.recent.end, sleeper.after) > 0) sleeper.wake();
        }
        if (page.atEnd) await this.source.waitBeyond(this.recent.end, signal);
      } catch (error) {
        if (signal.aborted) return;
        for (const sleeper of [...this.sleepers]) sleeper.fail(error);
        await backoff.wait(signal);
      }
    }
  }
}

interface Sleeper {
  readonly after: Position | null;
  readonly wake: () => void;
  readonly fail: (error: unknown) => void;
}

interface Reader {
  readonly abort: AbortController;
  readonly finished: Promise<void>;
}

/** Buffer of the newest events: all of them from `start` (exclusive) to `end` (inclusive). */
class Recent {
  start: Position | null = null;
  end: Position | null = null;
  private events: RecordedEvent[] = [];
  /**
   * The position at which each event is handed over, ascending: its own or, for an event that the store delivered late,
   * that of the next event in order.
   */
  private places: Position[] = [];
  private weights: number[] = [];
  private bytes = 0;

  constructor(
    private readonly mostEvents: number,
    private readonly mostBytes: number,
  ) {}

  restart(at: Position | null): void {
    this.start = at;
    this.end = at;
    this.events = [];
    this.places = [];
    this.weights = [];
    this.bytes = 0;
  }

  add({ events, next }: ReadAllPage): void {
    this.places.push(...placesOf(events, this.end));
    for (const event of events) {
      const weight = weigh(event);
      this.events.push(event);
      this.weights.push(weight);
      this.bytes += weight;
    }
    if (comparePositions(next, this.end) > 0) this.end = next;
    let dropped = 0;
    while (
      dropped < this.events.length &&
      (this.events.length - dropped > this.mostEvents || this.bytes > this.mostBytes)
    ) {
      this.bytes -= this.weights[dropped] ?? 0;
      this.start = this.places[dropped] ?? this.start;
      dropped += 1;
    }
    this.events.splice(0, dropped);
    this.places.splice(0, dropped);
    this.weights.splice(0, dropped);
  }

  covers(after: Position | null): boolean {
    return comparePositions(after, this.start) >= 0 && comparePositions(after, this.end) <= 0;
  }

  /** A page with the semantics of `Tail.readPage`; `after` must be covered. */
  page(after: Position | null, filter: StreamFilter | undefined): ReadAllPage {
    const events: RecordedEvent[] = [];
    for (let index = this.firstBeyond(after); index < this.events.length; index++) {
      const event = this.events[index];
      if (!event || !passesFilter(event, filter)) continue;
      events.push(event);
      const place = this.places[index] ?? event.position;
      if (events.length >= PAGE_EVENTS && place !== this.places[index + 1]) {
        const atEnd = index === this.events.length - 1;
        return { events, next: atEnd ? this.end : place, atEnd };
      }
    }
    return { events, next: this.end, atEnd: true };
  }

  private firstBeyond(after: Position | null): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePositions(this.places[middle] ?? null, after) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** See `Recent.places`; `end` is the position at which the previous page ended. */
function placesOf(events: readonly RecordedEvent[], end: Position | null): Position[] {
  let following: Position | undefined;
  const places = events.toReversed().map(({ position }) => {
    if (following === undefined || comparePositions(position, end) > 0) following = position;
    return following;
  });
  return places.reverse();
}

/** Estimate of the bytes that a value takes in memory. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 32;
  for (const member of Object.values(value)) bytes += 8 + weigh(member);
  return bytes;
}
