import type { AllStreamSubscription, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { Backoff } from '../backoff.ts';
import type { EventStoreLog } from '../postgres/connect.ts';
import { Sleepers } from '../sleepers.ts';
import type { KurrentConnection } from './connection.ts';
import { fromRecord, type StoredEvent } from './envelope.ts';
import { LiveEvents, type LiveEventsOptions } from './live-events.ts';
import { mapKurrentError } from './map-error.ts';
import type { LogPage, LogReader } from './read-log.ts';

const WATCH_MS = 500;
/** Milliseconds that the subscription may lag behind a read of the log before followers read for themselves. */
const LATE_MS = 100;

export interface LiveLogOptions extends LiveEventsOptions {
  readonly connection: KurrentConnection;
  readonly reader: LogReader;
  /** Longest silence in milliseconds before the log is read: silence does not prove that nothing was committed. */
  readonly pollMs: number;
  readonly nowMicros?: () => bigint;
  readonly log?: EventStoreLog | undefined;
}

/**
 * The one live subscription of a node. It carries the events: followers, index and projections take them from its
 * buffer and read the log only to catch up, or while the subscription is down, silent or behind.
 */
export class LiveLog {
  private readonly closing = new AbortController();
  private readonly sleepers: Sleepers;
  private listening: Promise<void> | undefined;
  private events: LiveEvents | undefined;
  private isLive = false;
  /** Moment at which an event or a read of the log last showed that the buffer was complete. */
  private provedAt = Number.NEGATIVE_INFINITY;
  private readonly nowMicros: () => bigint;
  /** Age of the latest event when it arrived, in milliseconds. */
  lagMs: number | null = null;

  constructor(private readonly options: LiveLogOptions) {
    this.sleepers = new Sleepers(options.pollMs);
    this.nowMicros = options.nowMicros ?? (() => BigInt(Date.now()) * 1_000n);
  }

  /**
   * Events after `after` that have arrived; null when the log must be read instead. `atEnd` refers to what has arrived.
   */
  page(after: bigint | null, limit: number): LogPage | null {
    const page = this.events?.page(after ?? -1n, limit) ?? null;
    if (page === null || page.events.length > 0) return page;
    return this.isLive && performance.now() - this.provedAt < this.options.pollMs ? page : null;
  }

  /** Call with the end of the log whenever it was read. */
  compare(end: bigint | null): void {
    const { events } = this;
    if (!this.isLive || !events) return;
    if (end === null || end <= events.end) {
      this.provedAt = performance.now();
      return;
    }
    setTimeout(() => this.events === events && this.moveTo(end), LATE_MS).unref();
  }

  /** Call when a follower has read the log itself up to `end`: what the subscription lacks up to there is not missing. */
  moveTo(end: bigint): void {
    const { events } = this;
    if (!this.isLive || !events || events.end >= end) return;
    this.events = new LiveEvents(end, this.options, events);
    this.provedAt = performance.now();
    this.sleepers.wakeAll();
  }

  /** Resolves when there may be an event after `after`, at the latest after `pollMs`, or on abort. */
  async waitBeyond(after: bigint | null, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (signal.aborted || (this.events?.end ?? -1n) > (after ?? -1n)) return;
    await this.sleepers.sleep(signal);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
    this.sleepers.wakeAll();
  }

  private async listen(): Promise<void> {
    const { signal } = this.closing;
    const { connection, log } = this.options;
    const backoff = new Backoff(50, 2_000);
    while (!signal.aborted) {
      let client: KurrentDBClient | undefined;
      try {
        client = await connection.open();
        await this.listenOnce(client, () => backoff.reset());
      } catch (error) {
        // No event is lost while the subscription is down: followers read the log, and report the errors of that.
        const mapped = mapKurrentError(error, 'the live subscription');
        if (mapped.kind === 'transient') {
          if (client && !signal.aborted) connection.giveUp(client, mapped);
        } else if (mapped.kind !== 'closed') log?.warn({ err: mapped }, 'KurrentDB: the subscription failed');
      } finally {
        this.isLive = false;
      }
      if (!signal.aborted) await backoff.wait(signal);
    }
  }

  /** Resolves when the subscription was ended; rejects when it broke. */
  private async listenOnce(client: KurrentDBClient, onConfirmed: () => void): Promise<void> {
    const { signal } = this.closing;
    const { connection, reader } = this.options;
    const subscription = client.subscribeToAll({
      fromPosition: 'end',
      filter: {
        ...reader.filter,
        checkpointInterval: 1,
        // Must not throw: that would end as an unhandled rejection.
        checkpointReached: () => undefined,
      },
      requiresLeader: true,
    });
    const end = () => subscription.destroy();
    subscription.on('error', () => undefined);
    let failure: unknown;
    const began = new Promise<void>((resolve) => {
      subscription.on('confirmation', () => {
        onConfirmed();
        this.begin().then(resolve, (error: unknown) => {
          failure = error;
          end();
        });
      });
    });
    // A client discarded elsewhere cancels its subscriptions without an event.
    const watch = setInterval(() => !connection.isCurrent(client) && end(), WATCH_MS);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    try {
      // Reading one event at a time holds the server back while a stretch is read from the log.
      for await (const { event: record } of subscription) {
        await began;
        if (!record) continue;
        const stored = fromRecord(record, record.streamId.slice(reader.nameOf('').length));
        // Other applications may write on this server.
        if (stored) await this.take(stored);
      }
    } catch (error) {
      if (!signal.aborted && connection.isCurrent(client)) throw failure ?? error;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', end);
      await leave(subscription);
      subscription.destroy();
    }
  }

  /** What was committed before the subscription took effect must be read: everything later comes by it. */
  private async begin(): Promise<void> {
    const at = await this.options.reader.head();
    this.events = new LiveEvents(at, this.options, this.events);
    this.isLive = true;
    this.provedAt = performance.now();
    this.sleepers.wakeAll();
  }

  private async take(stored: StoredEvent): Promise<void> {
    const { events } = this;
    if (!events) return;
    const isSound = await events.add(stored, (of, since) => this.options.reader.stretch(of, since));
    if (!isSound) {
      const { stream, version } = stored.event;
      this.options.log?.warn(
        { stream, version: String(version) },
        'KurrentDB: the subscription left out an event, or brought it out of order; it was read from the log',
      );
    }
    this.provedAt = performance.now();
    this.lagMs = Math.max(0, Number(this.nowMicros() - stored.recordedMicros) / 1_000);
    this.sleepers.wakeAll();
  }
}

async function leave(subscription: AllStreamSubscription): Promise<void> {
  // Unsubscribing waits for the call to begin, which never happens on a silent server.
  await Promise.race([subscription.unsubscribe(), new Promise((resume) => setTimeout(resume, 200))]).catch(
    () => undefined,
  );
}
