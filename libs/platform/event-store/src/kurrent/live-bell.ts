import type { AllStreamSubscription, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { Backoff } from '../backoff.ts';
import type { KurrentConnection } from './connection.ts';
import { isOurs, recordedMicrosOf } from './envelope.ts';
import { mapKurrentError } from './map-error.ts';
import type { LogReader } from './read-log.ts';

const WATCH_MS = 500;

/**
 * One live subscription that wakes the followers of the log after a commit by any node. It transports no events and may
 * be down or silent: followers then poll every `pollMs`.
 */
export class LiveBell {
  private readonly closing = new AbortController();
  private readonly sleepers = new Set<() => void>();
  private listening: Promise<void> | undefined;
  /** The highest position notified so far. */
  private notified = -1n;
  /** Age of the latest event when it arrived, in milliseconds. */
  lagMs: number | null = null;

  constructor(
    private readonly connection: KurrentConnection,
    private readonly reader: LogReader,
    /** Longest silence in milliseconds before a follower polls. */
    private readonly pollMs: number,
    private readonly nowMicros: () => bigint = () => BigInt(Date.now()) * 1_000n,
  ) {}

  /** Resolves when there may be an event after `after`, at the latest after `pollMs`, or on abort. */
  async waitBeyond(after: bigint | null, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (signal.aborted || this.notified > (after ?? -1n)) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(poll);
        this.sleepers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const poll = setTimeout(wake, this.pollMs);
      this.sleepers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
    for (const wake of [...this.sleepers]) wake();
  }

  private async listen(): Promise<void> {
    const { signal } = this.closing;
    const backoff = new Backoff(50, 2_000);
    while (!signal.aborted) {
      try {
        await this.listenOnce(await this.connection.open(), () => backoff.reset());
      } catch {
        // No event is lost while the subscription is down: followers poll, and report the errors of their own reads.
      }
      if (!signal.aborted) await backoff.wait(signal);
    }
  }

  /** Resolves when the subscription ends. */
  private async listenOnce(client: KurrentDBClient, onConfirmed: () => void): Promise<void> {
    const { signal } = this.closing;
    const subscription = client.subscribeToAll({
      fromPosition: 'end',
      filter: {
        ...this.reader.filter,
        checkpointInterval: 1,
        // Must not throw: that would end as an unhandled rejection.
        checkpointReached: () => undefined,
      },
      requiresLeader: true,
    });
    let watch: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      const stop = () => void leave(subscription).then(resolve);
      subscription.on('error', (error: Error) => {
        const mapped = mapKurrentError(error, 'the live subscription');
        if (mapped.kind === 'transient') this.connection.giveUp(client, mapped);
        resolve();
      });
      subscription.on('end', resolve);
      subscription.on('close', resolve);
      subscription.on('confirmation', () => {
        onConfirmed();
        this.wakeAll(); // commits before the subscription took effect caused no notification
      });
      subscription.on('data', ({ event }) => {
        // Other applications may write on this server: waking for their events would keep our followers busy for ever.
        if (!event || !isOurs(event)) return;
        if (event.position.commit > this.notified) this.notified = event.position.commit;
        const recorded = recordedMicrosOf(event);
        if (recorded !== null) this.lagMs = Math.max(0, Number(this.nowMicros() - recorded) / 1_000);
        this.wakeAll();
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      // A client discarded elsewhere cancels its subscriptions without an event.
      watch = setInterval(() => !this.connection.isCurrent(client) && stop(), WATCH_MS);
    });
    clearInterval(watch);
    subscription.on('error', () => undefined);
    subscription.destroy();
  }

  private wakeAll(): void {
    for (const wake of [...this.sleepers]) wake();
  }
}

async function leave(subscription: AllStreamSubscription): Promise<void> {
  // Unsubscribing waits for the call to begin, which never happens on a silent server.
  await Promise.race([subscription.unsubscribe(), new Promise((resume) => setTimeout(resume, 200))]).catch(
    () => undefined,
  );
}
