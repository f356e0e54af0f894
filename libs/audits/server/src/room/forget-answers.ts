import type { EventStore } from '@cotejo/event-store';
import type { RoomLog } from '@cotejo/rooms/server';

export interface ForgettingOptions {
  readonly store: Pick<EventStore, 'forget' | 'forgetIdle'>;
  readonly clock: () => Date;
  readonly log: RoomLog;
}

/**
 * Milliseconds for which a confirmed answer is kept at least, at most twice as long. A node that was stopped for
 * a while may still hold the intent, unread: judged again without its answer, it could come out otherwise.
 */
const KEEP = 10 * 60_000;
/** Ids of one call. */
const BATCH = 500;
/** Ids that may wait; what is beyond them, the daily round takes. */
const MOST = 50_000;
const DAY = 24 * 60 * 60_000;
/** Outboxes are given up after so long without a sign of them, and their answers with them. */
const IDLE_DAYS = 90;
/** A node that was just started has other things to do. */
const FIRST_ROUND = 10 * 60_000;

/**
 * Takes answers out of the journal that nobody will ask for again: those that clients said they have, a little
 * later and together, and once a day those of sessions that were not seen for 90 days. What cannot be forgotten
 * now is, by the daily round. An intent that is sent again after that is not carried out twice: its events'
 * ids follow from its command and are taken.
 */
export class ForgetAnswers {
  /** What was confirmed since the last turn, and before it. */
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

  /** Ends; what still waits is left to the daily round. */
  async stop(): Promise<void> {
    if (this.rounds) clearTimeout(this.rounds);
    this.rounds = null;
    if (this.gathering) clearTimeout(this.gathering);
    this.gathering = null;
    await this.forgetting;
  }

  /** Costs the caller nothing. */
  later(commandIds: Iterable<string>): void {
    for (const id of commandIds) if (this.fresh.size < MOST) this.fresh.add(id);
    if (this.gathering || this.fresh.size === 0) return;
    this.gathering = setTimeout(() => this.turn(), KEEP);
    this.gathering.unref();
  }

  /** Forgets everything that waits, however short a time, one batch after the other. */
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

  /** The daily round. */
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
