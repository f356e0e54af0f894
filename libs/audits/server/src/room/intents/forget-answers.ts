import type { EventStore } from '@cotejo/event-store';
import type { RoomLog } from '@cotejo/rooms/server';

export interface ForgettingOptions {
  readonly store: Pick<EventStore, 'forget' | 'forgetIdle'>;
  readonly clock: () => Date;
  readonly log: RoomLog;
}

/**
 * Milliseconds for which a confirmed answer is kept at least; at most twice as long. A node that was paused
 * may still hold the intent unprocessed and, without the recorded answer, could decide it differently.
 */
const KEEP = 10 * 60_000;
/** Ids in one call to the store. */
const BATCH = 500;
/** Maximum of queued ids; the daily run deletes the answers beyond it. */
const MOST = 50_000;
const DAY = 24 * 60 * 60_000;
/** Days without activity after which an outbox and its answers count as abandoned. */
const IDLE_DAYS = 90;
/** Delay of the first daily run after start, in milliseconds, to keep startup free of this load. */
const FIRST_ROUND = 10 * 60_000;

/**
 * Deletes answers from the journal that no client will request again: confirmed ones, in batches after a
 * delay, and once a day those of sessions idle for 90 days. Answers that cannot be deleted now are left to
 * the daily run. An intent resent after its answer was deleted is not executed twice: its event ids derive
 * from its command id and are taken.
 */
export class ForgetAnswers {
  /** Ids confirmed since the last turn, and before it. */
  private fresh = new Set<string>();
  private old = new Set<string>();
  private gathering: NodeJS.Timeout | null = null;
  private rounds: NodeJS.Timeout | null = null;
  private forgetting: Promise<void> = Promise.resolve();

  constructor(private readonly options: ForgettingOptions) {}

  start(): void {
    if (this.rounds) return;
    const again = (delay: number): void => {
      this.rounds = setTimeout(() => void this.forgetIdle().finally(() => this.rounds && again(DAY)), delay);
      this.rounds.unref();
    };
    again(FIRST_ROUND);
  }

  /** Stops the timers; queued ids are left to the daily run. */
  async stop(): Promise<void> {
    if (this.rounds) clearTimeout(this.rounds);
    this.rounds = null;
    if (this.gathering) clearTimeout(this.gathering);
    this.gathering = null;
    await this.forgetting;
  }

  /** Queues ids and returns at once; the deletion runs in the background. */
  later(commandIds: Iterable<string>): void {
    for (const id of commandIds) if (this.fresh.size < MOST) this.fresh.add(id);
    if (this.gathering || this.fresh.size === 0) return;
    this.gathering = setTimeout(() => this.turn(), KEEP);
    this.gathering.unref();
  }

  /** Deletes all queued answers without the delay, one batch after the other. */
  flush(): Promise<void> {
    void this.forgetOld();
    [this.old, this.fresh] = [this.fresh, new Set()];
    return this.forgetOld();
  }

  private turn(): void {
    void this.forgetOld();
    [this.old, this.fresh] = [this.fresh, new Set()];
    this.gathering = this.old.size > 0 ? setTimeout(() => this.turn(), KEEP).unref() : null;
  }

  private forgetOld(): Promise<void> {
    const ids = [...this.old];
    this.old = new Set();
    this.forgetting = this.forgetting.then(() => this.forget(ids));
    return this.forgetting;
  }

  /** Deletes the answers of idle sessions; run once a day. */
  async forgetIdle(): Promise<void> {
    const { store, clock, log } = this.options;
    try {
      const before = new Date(clock().getTime() - IDLE_DAYS * DAY).toISOString();
      const forgotten = await store.forgetIdle(before);
      if (forgotten > 0) log('info', 'answers of idle sessions were forgotten', { forgotten });
    } catch (error) {
      log('warn', 'answers of idle sessions could not be forgotten', { error });
    }
  }

  private async forget(ids: readonly string[]): Promise<void> {
    const { store, log } = this.options;
    try {
      for (let at = 0; at < ids.length; at += BATCH) await store.forget(ids.slice(at, at + BATCH));
    } catch (error) {
      log('warn', 'confirmed answers could not be forgotten', { error, answers: ids.length });
    }
  }
}
