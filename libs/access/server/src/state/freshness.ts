import { httpErrors, Refusal } from '@cotejo/http/contracts';

/** On rights that may be older than this, in milliseconds, nobody is let in. */
export const MOST_LAG_MS = 1_000;
/** How often it is asked whether this node knows all of the log. */
const PULSE_MS = 250;
/** How long whoever knocks waits for a node that has fallen behind. */
const PATIENCE_MS = 3_000;

export interface FreshnessOptions {
  /** Resolves once everything committed before the call is known here. */
  readonly caughtUp: () => Promise<void>;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number;
  readonly patience?: number;
}

/** How far what this node knows of access is behind the log. */
export class Freshness {
  private freshAt = 0;
  private asking: Promise<void> | null = null;
  private pulse: NodeJS.Timeout | null = null;

  constructor(private readonly options: FreshnessOptions) {}

  /** From a moment at which everything is known. */
  start(): void {
    this.freshAt = this.elapsed();
    this.pulse = setInterval(() => void this.ask().catch(() => undefined), PULSE_MS).unref();
  }

  stop(): void {
    if (this.pulse !== null) clearInterval(this.pulse);
    this.pulse = null;
  }

  /** Milliseconds since the last moment of which everything is known here. */
  get lag(): number {
    return this.elapsed() - this.freshAt;
  }

  /**
   * Waits while this node is behind; refuses with `unavailable` when it stays so, or cannot tell. A process that
   * merely stood still asks, and goes on.
   */
  async demand(): Promise<void> {
    const until = this.elapsed() + (this.options.patience ?? PATIENCE_MS);
    while (this.lag > MOST_LAG_MS) {
      const left = until - this.elapsed();
      if (left <= 0 || !(await this.isAnswered(left))) throw new Refusal(httpErrors, 'unavailable');
    }
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
      })
      .finally(() => (this.asking = null));
    return this.asking;
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }
}
