import { Backoff } from './backoff.ts';
import {
  EventStoreError,
  type Position,
  type ReadAllPage,
  type StreamFilter,
  type SubscribeOptions,
  type Subscription,
} from './port.ts';
import { comparePositions } from './position.ts';

/** Operations that an adapter provides so that its log can be followed. */
export interface Tail {
  readPage(after: Position | null, filter: StreamFilter | undefined): Promise<ReadAllPage>;
  /** Position of the last committed event; null while there is none. */
  head(): Promise<Position | null>;
  /** Settles when there may be an event after `after`, or on abort; an early wake-up costs one empty read. */
  waitBeyond(after: Position | null, signal: AbortSignal): Promise<void>;
  /**
   * True when `readPage` queries the store for events that are not in memory, so that `caughtUp` can interrupt the wait
   * and read at once. With a tail that serves memory only, that would read the same page in a loop without ever
   * yielding to the event loop.
   */
  readonly readsStore?: boolean;
}

/**
 * Pull subscription: the next page is read once the handlers of the last one have settled, so a slow consumer holds one
 * page in memory and loses nothing. Every failure (of the store or of a handler) is reported to `onFault` and retried
 * with backoff from the last page that was handled completely.
 *
 * @param onClosed called once, when the subscription has ended
 * @throws EventStoreError `invalid` when `after` lies ahead of the log, `transient` when 'head' cannot be read
 */
export async function follow(tail: Tail, options: SubscribeOptions, onClosed: () => void): Promise<Follower> {
  const after = options.after === 'head' ? await tail.head() : options.after;
  if (options.after !== 'head' && after !== null) await refuseAhead(tail, after);
  return new Follower(tail, options, after, onClosed);
}

async function refuseAhead(tail: Tail, after: Position): Promise<void> {
  let head: Position | null;
  try {
    head = await tail.head();
  } catch (error) {
    // A store that is down now is followed once it is up; reading the first page repeats this check.
    if (error instanceof EventStoreError && error.kind === 'transient') return;
    throw error;
  }
  if (comparePositions(after, head) > 0) {
    throw new EventStoreError('invalid', `position ${after} lies ahead of the log, which ends at ${head}`);
  }
}

interface Waiter {
  readonly target: Position | null;
  readonly resolve: () => void;
  readonly reject: (error: EventStoreError) => void;
}

export class Follower implements Subscription {
  private readonly abort = new AbortController();
  /** Ends the current wait of a follower whose tail reads the store. */
  private hurry = new AbortController();
  private readonly backoff = new Backoff();
  private readonly finished: Promise<void>;
  private waiters: Waiter[] = [];

  constructor(
    private readonly tail: Tail,
    private readonly options: SubscribeOptions,
    private cursor: Position | null,
    private readonly onClosed: () => void,
  ) {
    this.finished = this.run();
  }

  async close(): Promise<void> {
    this.abort.abort();
    await this.finished;
  }

  async caughtUp(): Promise<void> {
    const target = await this.tail.head();
    if (comparePositions(this.cursor, target) >= 0) return;
    if (this.abort.signal.aborted) throw closed();
    if (this.tail.readsStore) this.hurry.abort();
    await new Promise<void>((resolve, reject) => this.waiters.push({ target, resolve, reject }));
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    while (!signal.aborted) {
      try {
        const atEnd = await this.handOverPage();
        this.backoff.reset();
        if (atEnd && !signal.aborted) await this.wait();
      } catch (error) {
        if (signal.aborted) break;
        this.options.onFault?.(asFault(error));
        await this.backoff.wait(signal);
      }
    }
    for (const waiter of this.waiters) waiter.reject(closed());
    this.waiters = [];
    this.onClosed();
  }

  private async wait(): Promise<void> {
    const { signal } = this.abort;
    if (!this.tail.readsStore) return this.tail.waitBeyond(this.cursor, signal);
    // Callers already waiting in `caughtUp` were not served by the last page: read again at once instead of sleeping.
    this.hurry = new AbortController();
    if (this.waiters.length > 0) return;
    await this.tail.waitBeyond(this.cursor, AbortSignal.any([signal, this.hurry.signal]));
  }

  /** Reads one page and passes it to the handlers; true when nothing more was committed. */
  private async handOverPage(): Promise<boolean> {
    const page = await this.tail.readPage(this.cursor, this.options.filter);
    if (this.abort.signal.aborted) return true;
    if (page.events.length > 0) await this.options.onEvents(page.events);
    if (comparePositions(page.next, this.cursor) > 0 && page.next !== null) {
      await this.options.onCheckpoint?.(page.next);
      this.cursor = page.next;
      this.release();
    }
    return page.atEnd;
  }

  private release(): void {
    this.waiters = this.waiters.filter((waiter) => {
      if (comparePositions(this.cursor, waiter.target) < 0) return true;
      waiter.resolve();
      return false;
    });
  }
}

function closed(): EventStoreError {
  return new EventStoreError('closed', 'the subscription is closed');
}

function asFault(error: unknown): EventStoreError {
  if (error instanceof EventStoreError) return error;
  return new EventStoreError('transient', 'a subscriber failed and will be given the same events again', {
    cause: error,
  });
}
