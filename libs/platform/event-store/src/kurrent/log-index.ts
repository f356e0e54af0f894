import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '../backoff.ts';
import { EventStoreError, type StoreIdentity } from '../port.ts';
import type { EventStoreLog } from '../postgres/connect.ts';
import { sharingRuns } from '../sharing-runs.ts';
import type { StoredEvent } from './envelope.ts';
import type { LiveLog } from './live-log.ts';
import type { LogReader } from './read-log.ts';
import type { IndexPage, SideTables } from './side-tables.ts';

const PAGE = 500;
/** Milliseconds between two pages of live events: one transaction takes in what several appends wrote. */
const REST_MS = 20;

/**
 * Keeps the side tables in step with the log. Any node may deliver the next page; each page is applied once. Besides
 * following in the background, callers may wait until the index holds everything committed so far.
 */
export class LogIndex {
  /** True once the index has held, during this process's life, everything that was committed at some moment. */
  hasCaughtUp = false;
  private position: bigint | null | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();
  private following: Promise<void> | undefined;

  constructor(
    private readonly reader: LogReader,
    private readonly tables: SideTables,
    private readonly live: LiveLog,
    private readonly identity: () => Promise<StoreIdentity>,
    private readonly log: EventStoreLog | undefined,
    /** Called with the position up to which the index holds the log. */
    private readonly onIndexed: (position: bigint) => void = () => undefined,
  ) {}

  /** Resolves once everything committed before this call, by any node, is in the index. */
  readonly catchUp = sharingRuns(() => this.inTurn(() => this.run()));

  /** Follows the log until `close`. */
  start(): void {
    this.following ??= this.follow();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.following;
    await this.running.catch(() => undefined);
  }

  private async run(): Promise<void> {
    const { storeId } = await this.identity();
    if (this.position === undefined) this.position = await this.tables.position();
    for (;;) {
      const { events, atEnd } = await this.reader.allPage(this.position, PAGE);
      const last = events.at(-1);
      if (last) this.position = await this.tables.advance(storeId, toIndexPage(this.position, events));
      // If another node applied the beginning of the page, the rest of it is still missing: read again.
      if (atEnd && (!last || (this.position ?? -1n) >= last.position)) break;
    }
    this.live.compare(this.position);
    this.hasCaughtUp = true;
    this.onIndexed(this.position ?? -1n);
  }

  /** Takes in a page of events that have arrived; false when the log must be read. */
  private async takeLive(): Promise<boolean> {
    const { position } = this;
    const page = position === undefined ? null : this.live.page(position, PAGE);
    if (position === undefined || page === null) return false;
    if (page.events.length === 0) return true;
    const { storeId } = await this.identity();
    this.position = await this.tables.advance(storeId, toIndexPage(position, page.events));
    this.onIndexed(this.position ?? -1n);
    return true;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.running.then(work, work);
    this.running = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  private async follow(): Promise<void> {
    const { signal } = this.closing;
    const backoff = new Backoff(50, 2_000);
    while (!signal.aborted) {
      try {
        if (!(await this.inTurn(() => this.takeLive()))) await this.catchUp();
        backoff.reset();
        await delay(REST_MS, undefined, { signal });
        await this.live.waitBeyond(this.position ?? null, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof EventStoreError) || error.kind !== 'transient') {
          this.log?.warn({ err: error }, 'KurrentDB: the index cannot follow the log');
        }
        await backoff.wait(signal);
      }
    }
  }
}

/** Index entries of a page of the log. */
export function toIndexPage(after: bigint | null, events: readonly StoredEvent[]): IndexPage {
  const heads = new Map<string, IndexPage['heads'][number]>();
  for (const { event, recordedMicros } of events) {
    heads.set(event.stream, [event.stream, String(event.version), event.link, String(recordedMicros)]);
  }
  return {
    after: after ?? -1n,
    to: events.at(-1)?.position ?? after ?? -1n,
    count: events.length,
    events: events.flatMap(({ event }) =>
      'withheld' in event ? [] : [[event.id, event.stream, String(event.version)] as const],
    ),
    heads: [...heads.values()],
    commands: latestOfEach(
      events.flatMap(({ event, commands, recordedMicros }) =>
        commands.map(({ id, h, o }) => ({
          i: id,
          h,
          s: event.stream,
          v: String(event.version),
          o,
          t: String(recordedMicros),
        })),
      ),
    ),
  };
}

/** A forgotten and reused command id occurs twice in the log; one SQL statement may upsert it only once. */
function latestOfEach(commands: IndexPage['commands']): IndexPage['commands'] {
  return [...new Map(commands.map((command) => [command.i, command])).values()];
}
