export interface PaceOptions {
  /** Cost that a key may cause at once after a rest. */
  readonly burst: number;
  /** Cost that it may cause for as long as it likes. */
  readonly perSecond: number;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number;
}

interface Bucket {
  left: number;
  /** When `left` was right, on the clock of the options. */
  at: number;
}

/** Keys above which those that have rested long enough are forgotten. */
const MOST_KEPT = 1_000;

/**
 * Bounds how much work each key (a person) may cause in a time: a token bucket that may be overdrawn, so that one
 * large piece is begun at once and what comes after it waits until it is paid for. Others are not slowed.
 */
export class Pace {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly options: PaceOptions) {}

  /** Charges a piece of work; null when it may be done at once, otherwise resolves when it may. */
  take(key: string, cost: number): Promise<void> | null {
    const { left } = this.charge(key, cost);
    const before = left + cost;
    if (before > 0) return null;
    const ms = (-before / this.options.perSecond) * 1_000;
    return new Promise((resolve) => setTimeout(resolve, ms).unref());
  }

  /** Charges work that is known only once it is done: what comes next waits for it. */
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
