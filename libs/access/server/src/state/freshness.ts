import { httpErrors, Refusal } from '@cotejo/http/contracts';

/** Milliseconds for which a user may still use a right after losing it, on a node that lags behind the log. */
const MOST_LAG_MS = 1_000;
/** Milliseconds for which a lagging node keeps its clients; by then load balancers offer another node. */
const MOST_PAUSE_MS = 15_000;
/** Milliseconds between checks that this node has read the whole log: silence is no proof of that. */
const PULSE_MS = 250;
/** A later pulse means that the process was blocked, not that the log did not answer. */
const STOOD_STILL_MS = 2 * PULSE_MS;
/** Milliseconds for which a request waits for a lagging node before it is refused with `unavailable`. */
const PATIENCE_MS = 3_000;

export interface FreshnessOptions {
  /** Resolves once everything committed before the call is known here. */
  readonly caughtUp: () => Promise<void>;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
  readonly patience?: number;
  /** Maximum lag in milliseconds: beyond it nothing is sent; beyond half of it no intent is judged. */
  readonly mostLag?: number;
  /** Milliseconds of lag after which waiting requests are given up. */
  readonly mostPause?: number;
}

/**
 * Measures how far this node's access state lags behind the log. A node that lags too far pauses: it judges nothing and
 * sends nothing, and continues later. The lag is measured from the last moment up to which everything is known, which
 * is checked continuously, so that load alone does not cause a lag.
 */
export class Freshness {
  private freshAt = 0;
  private asking: Promise<void> | null = null;
  private pulse: NodeJS.Timeout | null = null;
  private pulsedAt = 0;
  private paused = false;
  /** The pause ends with the answer to a check made later than this; null while the log does not answer. */
  private endsAfter: number | null = null;
  private readonly pauseListeners = new Set<(isPaused: boolean) => void>();
  private readonly lostListeners = new Set<() => void>();
  private waiters: (() => void)[] = [];

  private readonly mostLag: number;
  private readonly mostLagOfIntents: number;
  private readonly mostPause: number;

  constructor(private readonly options: FreshnessOptions) {
    this.mostLag = options.mostLag ?? MOST_LAG_MS;
    this.mostLagOfIntents = this.mostLag / 2;
    this.mostPause = Math.max(options.mostPause ?? MOST_PAUSE_MS, this.mostLag);
  }

  /** Starts at a moment at which everything is known. */
  start(): void {
    this.freshAt = this.elapsed();
    this.pulsedAt = this.freshAt;
    this.pulse = setInterval(() => this.beat(), PULSE_MS).unref();
  }

  stop(): void {
    if (this.pulse !== null) clearInterval(this.pulse);
    this.pulse = null;
    this.paused = false;
    for (const goOn of this.waiters.splice(0)) goOn();
  }

  /** Milliseconds since the last moment up to which everything is known. */
  get lag(): number {
    return this.elapsed() - this.freshAt;
  }

  /** Whether sending is paused: the state lags, or lagged until a moment ago, too far behind. */
  get isPaused(): boolean {
    if (!this.paused && this.pulse !== null && this.lag > this.mostLag) this.pause();
    return this.paused;
  }

  /**
   * Called when a pause begins and when it ends. By its end all changes of access from before were announced, so that
   * released messages reach only authorized clients.
   */
  onPause(listener: (isPaused: boolean) => void): () => void {
    this.pauseListeners.add(listener);
    return () => void this.pauseListeners.delete(listener);
  }

  /** Resolves once no pause is active. */
  async untilHeard(): Promise<void> {
    while (this.isPaused) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /** Called four times a second while the lag exceeds the maximum pause. */
  onLost(listener: () => void): () => void {
    this.lostListeners.add(listener);
    return () => void this.lostListeners.delete(listener);
  }

  /** Whether an intent may be judged now. Waits while this node lags more than half the maximum; false = given up. */
  forIntent(): boolean | Promise<boolean> {
    if (this.lag <= this.mostLagOfIntents) return true;
    return this.comesWithin(this.mostLagOfIntents, this.mostPause);
  }

  /**
   * Waits while this node lags too far behind; refuses with `unavailable` when it does not catch up in time. After a
   * blocked event loop one check suffices.
   */
  async demand(): Promise<void> {
    if (this.lag <= this.mostLag) return;
    const isFresh = await this.comesWithin(this.mostLag, this.options.patience ?? PATIENCE_MS);
    if (!isFresh) throw new Refusal(httpErrors, 'unavailable');
  }

  private beat(): void {
    const now = this.elapsed();
    const stoodStill = now - this.pulsedAt > STOOD_STILL_MS;
    this.pulsedAt = now;
    // After a blocked event loop, pending answers have not been processed yet: they have until the next pulse.
    if (!stoodStill && this.lag > this.mostLag) this.pause();
    if (!stoodStill && this.lag > this.mostPause) for (const listener of this.lostListeners) listener();
    this.ask().catch(() => undefined);
  }

  /** Waits until the lag is at most `most` milliseconds; false when that does not happen within `patience`. */
  private async comesWithin(most: number, patience: number): Promise<boolean> {
    const until = this.elapsed() + patience;
    while (this.lag > most) {
      const left = until - this.elapsed();
      if (left <= 0 || !(await this.isAnswered(left))) return false;
    }
    return true;
  }

  private async isAnswered(within: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), within);
    });
    const answered = this.ask().then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answered, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One check at a time: concurrent callers share its answer. */
  private ask(): Promise<void> {
    const asked = this.elapsed();
    this.asking ??= this.options
      .caughtUp()
      .then(() => {
        this.freshAt = Math.max(this.freshAt, asked);
        this.askAgainIfLate();
        this.endPause();
      })
      .finally(() => (this.asking = null));
    return this.asking;
  }

  /** A slow answer refers to an old moment, so the next check starts immediately. */
  private askAgainIfLate(): void {
    if (this.lag > this.mostLagOfIntents) this.askSoon();
  }

  private askSoon(): void {
    if (this.pulse === null) return;
    setImmediate(() => void this.ask().catch(() => undefined));
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.endsAfter = null;
    this.askSoon();
    for (const listener of this.pauseListeners) listener(true);
  }

  /**
   * Held messages may be newer than the check that found the log answering again, so the pause ends only with one
   * further check.
   */
  private endPause(): void {
    if (!this.paused) return;
    if (this.lag > this.mostLag) {
      this.endsAfter = null;
      return;
    }
    if (this.endsAfter === null || this.freshAt < this.endsAfter) {
      this.endsAfter ??= this.elapsed();
      return this.askSoon();
    }
    this.paused = false;
    this.endsAfter = null;
    for (const listener of this.pauseListeners) listener(false);
    for (const goOn of this.waiters.splice(0)) goOn();
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }
}
