export interface PaceOptions {
  /** Cost available at once after a pause. */
  readonly burst: number;
  /** Cost per second available continuously. */
  readonly perSecond: number;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

interface Bucket {
  left: number;
  /** Time of `left`, by the clock of the options. */
  at: number;
}

/** Number of buckets above which full ones are dropped. */
const MOST_KEPT = 1_000;

/**
 * Rate limiter per key (a user): a token bucket that may be overdrawn, so that a large piece of work starts at once and
 * later ones wait until it is paid off. Other keys are not affected.
 */
export class Pace {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly options: PaceOptions) {}

  /** Charges a piece of work; null when it may start at once, otherwise resolves when it may. */
  take(key: string, cost: number): Promise<void> | null {
    const { left } = this.charge(key, cost);
    const before = left + cost;
    if (before > 0) return null;
    const ms = (-before / this.options.perSecond) * 1_000;
    return new Promise((resolve) => setTimeout(resolve, ms).unref());
  }

  /** Charges work whose cost is known only afterwards; it delays later work. */
  charge(key: string, cost: number): { readonly left: number } {
    const bucket = this.refilled(key);
    bucket.left -= cost;
    return bucket;
  }

  private refilled(key: string): Bucket {
    const { burst, perSecond } = this.options;
    const at = this.elapsed();
    let bucket = this.buckets.get(key);
    if (!bucket) {
      if (this.buckets.size >= MOST_KEPT) this.forgetRested(at);
      bucket = { left: burst, at };
      this.buckets.set(key, bucket);
    }
    bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1_000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  private forgetRested(now: number): void {
    const { burst, perSecond } = this.options;
    for (const [key, { left, at }] of this.buckets)
      if (left + ((now - at) / 1_000) * perSecond >= burst) this.buckets.delete(key);
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }
}
