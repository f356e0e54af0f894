import { httpErrors, Refusal } from '@cotejo/http/contracts';

/** Milliseconds for which somebody may profit from a node that has not heard yet that they lost a right. */
const MOST_LAG_MS = 1_000;
/** Milliseconds for which a node that is behind keeps everybody; then load balancers have another one for them. */
const MOST_PAUSE_MS = 15_000;
/** How often it is asked whether this node knows all of the log: silence is no sign of knowing it. */
const PULSE_MS = 250;
/** A pulse that comes later than this says that the process stood still, not that the log was silent. */
const STOOD_STILL_MS = 2 * PULSE_MS;
/** Milliseconds for which a request waits for a node that is behind, before it is refused with `unavailable`. */
const PATIENCE_MS = 3_000;

export interface FreshnessOptions {
  /** Resolves once everything committed before the call is known here. */
  readonly caughtUp: () => Promise<void>;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number;
  readonly patience?: number;
  /** On rights that may be older than this, in milliseconds, nothing is let out; on half as old, no intent is judged. */
  readonly mostLag?: number;
  /** Milliseconds behind after which the node gives up those who wait. */
  readonly mostPause?: number;
}

/**
 * How far what this node knows of access is behind the log. A node that is behind pauses: it judges nothing and lets
 * nothing out, and goes on where it stopped. What counts is the last moment of which everything is known here, and
 * that is asked for again and again: load by itself makes nobody behind.
 */
export class Freshness {
  private freshAt = 0;
  private asking: Promise<void> | null = null;
  private pulse: NodeJS.Timeout | null = null;
  private pulsedAt = 0;
  private paused = false;
  /** The pause ends with the answer to a question that was asked later than this; null while the log is silent. */
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

  /** From a moment at which everything is known. */
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

  /** Milliseconds since the last moment of which everything is known here. */
  get lag(): number {
    return this.elapsed() - this.freshAt;
  }

  /** Whether nothing may be let out now: what is known here is too old, or was until a moment ago. */
  get isPaused(): boolean {
    if (!this.paused && this.pulse !== null && this.lag > this.mostLag) this.pause();
    return this.paused;
  }

  /**
   * Told when a pause begins, and when it ends. By then every change of access from before it ended was announced, so
   * that what is let go now finds nobody who may not have it.
   */
  onPause(listener: (isPaused: boolean) => void): () => void {
    this.pauseListeners.add(listener);
    return () => void this.pauseListeners.delete(listener);
  }

  /** Resolves once no pause is on. */
  async untilHeard(): Promise<void> {
    while (this.isPaused) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /** Told four times a second while this node is behind for longer than a pause may last. */
  onLost(listener: () => void): () => void {
    this.lostListeners.add(listener);
    return () => void this.lostListeners.delete(listener);
  }

  /**
   * Whether an intent may be judged here. One that comes while this node is half a second behind waits until it is
   * not; false = it was given up.
   */
  forIntent(): boolean | Promise<boolean> {
    if (this.lag <= this.mostLagOfIntents) return true;
    return this.comesWithin(this.mostLagOfIntents, this.mostPause);
  }

  /**
   * Waits while this node is behind; refuses with `unavailable` when it stays so, or cannot tell. A process that
   * merely stood still asks, and goes on.
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
    // Answers to what was asked before it stood still are read after this: they have until the next pulse.
    if (!stoodStill && this.lag > this.mostLag) this.pause();
    if (!stoodStill && this.lag > this.mostPause) for (const listener of this.lostListeners) listener();
    this.ask().catch(() => undefined);
  }

  /** Waits until this node is at most `most` milliseconds behind; false when it stays so, or cannot tell. */
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

  /** One question at a time: whoever comes meanwhile waits for the same answer. */
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

  /** A late answer tells of long ago: nothing waits for want of the next question. */
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
   * What was held back may be younger than the question whose answer says that the log is heard again: one more is
   * asked, and its answer covers all of it.
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
