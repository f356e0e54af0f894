import type { AllStreamSubscription, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { Backoff } from '../backoff.ts';
import type { KurrentConnection } from './connection.ts';
import { isOurs } from './envelope.ts';
import { mapKurrentError } from './map-error.ts';
import type { LogReader } from './read-log.ts';

const WATCH_MS = 500;

/**
 * One live subscription that wakes whoever follows the log when something was committed anywhere. It carries
 * no events to anybody, and it may be down or silent: then followers look for themselves now and then.
 */
export class LiveBell {
  private readonly closing = new AbortController();
  private readonly sleepers = new Set<() => void>();
  private listening: Promise<void> | undefined;
  /** The furthest position that anybody rang for. */
  private rung = -1n;

  constructor(
    private readonly connection: KurrentConnection,
    private readonly reader: LogReader,
    /** Longest silence before a follower looks for itself. */
    private readonly pollMs: number,
  ) {}

  /** Resolves when something may stand beyond `after`, after `pollMs` at the latest, or when aborted. */
  async waitBeyond(after: bigint | null, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
    if (signal.aborted || this.rung > (after ?? -1n)) return;
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
        // Nothing is lost while the bell is silent: followers poll, and report what their own reads meet.
      }
      if (!signal.aborted) await backoff.wait(signal);
    }
  }

  /** Ends when the subscription does. */
  private async listenOnce(client: KurrentDBClient, onConfirmed: () => void): Promise<void> {
    const { signal } = this.closing;
    const subscription = client.subscribeToAll({
      fromPosition: 'end',
      filter: {
        ...this.reader.filter,
        checkpointInterval: 1,
        // Must not throw: what does would end as an unhandled rejection.
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
        this.wakeAll(); // whatever was committed before the subscription took effect rang for nobody
      });
      subscription.on('data', ({ event }) => {
        // Others may write on the same server: ringing for them would never let our followers rest.
        if (!event || !isOurs(event)) return;
        if (event.position.commit > this.rung) this.rung = event.position.commit;
        this.wakeAll();
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      // A client that others gave up cancels its subscriptions without a word.
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
  // Unsubscribing waits for the call to begin, which it never does on a server that is silent.
  await Promise.race([subscription.unsubscribe(), new Promise((resume) => setTimeout(resume, 200))]).catch(
    () => undefined,
  );
}
