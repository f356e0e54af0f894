import type { Position, RecordedEvent, StreamFilter, Subscription } from '@cotejo/event-store';
import { createPostgresEventStore, type PostgresEventStore } from '@cotejo/event-store/postgres';
import type { Seen } from '../history/check-subscriber.ts';
import type { Random } from '../plan/random.ts';
import type { Evidence } from '../report/evidence.ts';

export interface SubscriberOptions {
  readonly name: string;
  readonly connectionString: string;
  readonly filter?: StreamFilter;
  readonly random: Random;
  readonly evidence: Evidence;
  /** Probability that the handler fails: it then records nothing of the page and receives it again. */
  readonly failures: number;
}

/**
 * Follows the log independently. It records a page and its checkpoint in one step, so that after a crash it continues
 * exactly where it stopped.
 */
export class LogSubscriber {
  /** Events received since the last check, in order. */
  seen: Seen[] = [];
  checkpoint: Position | null = null;
  private life = 0;
  private store: PostgresEventStore | null = null;
  private subscription: Subscription | null = null;

  constructor(private readonly options: SubscriberOptions) {}

  get name(): string {
    return this.options.name;
  }
  get filter(): StreamFilter | undefined {
    return this.options.filter;
  }

  async start(): Promise<void> {
    const { connectionString, filter, evidence, name } = this.options;
    const life = ++this.life;
    const store = createPostgresEventStore({ connectionString });
    this.store = store;
    const subscription = await store.subscribe({
      after: this.checkpoint,
      ...(filter && { filter }),
      onEvents: (events) => this.take(events, life),
      onFault: (error) => evidence.note('subscriber fault', { name, error: error.message }),
    });
    if (life === this.life) this.subscription = subscription;
  }

  /** Crashes without closing and restarts from its checkpoint. */
  async crash(): Promise<void> {
    const { store } = this;
    this.life += 1;
    void store?.close().catch(() => undefined);
    await this.start();
  }

  async stop(): Promise<void> {
    this.life += 1;
    await this.subscription?.close();
    await this.store?.close();
  }

  /** Events received since the last call. */
  takeSeen(): Seen[] {
    const { seen } = this;
    this.seen = [];
    return seen;
  }

  private take(events: readonly RecordedEvent[], life: number): void {
    const { random, failures, evidence, name } = this.options;
    if (life !== this.life) throw new Error('this subscriber is dead');
    if (random.chance(failures)) throw new Error('the handler failed');
    for (const { stream, version, type, id, position, link } of events) {
      this.seen.push({ stream, version, type, id, position, link });
    }
    this.checkpoint = events.at(-1)?.position ?? this.checkpoint;
    evidence.note('seen', { name, to: this.checkpoint, count: events.length });
  }
}
