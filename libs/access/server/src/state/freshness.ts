import { httpErrors, Refusal } from '@cotejo/http/contracts';

/** What anybody may gain from a node that has not heard yet, in milliseconds. */
const MOST_LAG_MS = 1_000;
/** How often it is asked whether this node knows all of the log: silence is no sign of knowing it. */
const PULSE_MS = 250;
/** A pulse that comes later than this says that the process stood still, not that the log was silent. */
const STOOD_STILL_MS = 2 * PULSE_MS;
/** How long whoever knocks waits for a node that has fallen behind. */
const PATIENCE_MS = 3_000;

export interface FreshnessOptions {
  /** Resolves once everything committed before the call is known here. */
  readonly caughtUp: () => Promise<void>;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number;
  readonly patience?: number;
  /** On rights that may be older than this, in milliseconds, nobody is let in; on half as old, no intent is judged. */
  readonly mostLag?: number;
}

/** How far what this node knows of access is behind the log. */
export class Freshness {
  private freshAt = 0;
  private asking: Promise<void> | null = null;
  private pulse: NodeJS.Timeout | null = null;
  private pulsedAt = 0;
  private readonly listeners = new Set<() => void>();

  private readonly mostLag: number;
  private readonly mostLagOfIntents: number;

  constructor(private readonly options: FreshnessOptions) {
    this.mostLag = options.mostLag ?? MOST_LAG_MS;
    this.mostLagOfIntents = this.mostLag / 2;
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
  }

  /** Milliseconds since the last moment of which everything is known here. */
  get lag(): number {
    return this.elapsed() - this.freshAt;
  }

  /** Told four times a second while this node is more than a second behind: nobody may stay on what it knows. */
  onBehind(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Whether an intent may be judged here. One that comes while this node is half a second behind waits for it, so
   * long as whoever sent it may stay; false = it is not to be judged here.
   */
  forIntent(): boolean | Promise<boolean> {
    if (this.lag <= this.mostLagOfIntents) return true;
    return this.comesWithin(this.mostLagOfIntents, this.mostLag - this.mostLagOfIntents);
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
    if (!stoodStill && this.lag > this.mostLag) for (const listener of this.listeners) listener();
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
      })
      .finally(() => (this.asking = null));
    return this.asking;
  }

  /** A late answer tells of long ago: nobody is sent away for want of the next question. */
  private askAgainIfLate(): void {
    if (this.pulse === null || this.lag <= this.mostLagOfIntents) return;
    setImmediate(() => void this.ask().catch(() => undefined));
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }
}
