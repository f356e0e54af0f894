/** Limit of failures per key within a window. In memory: each node counts its own requests. */
export interface AttemptLimit {
  readonly failures: number;
  readonly windowMs: number;
}

interface Bucket {
  /** Failures, and attempts still in progress. */
  used: number;
  readonly resetAt: number;
}

/** Keys kept at once; beyond that the oldest are dropped, so that invented keys can't exhaust memory. */
const MOST_KEYS = 50_000;

/** Counts attempts by key; successful ones are not counted. */
export class AttemptLimiter {
  /** Oldest first: all windows have equal length, so they end in insertion order. */
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: AttemptLimit,
    private readonly now: () => Date,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  /** Takes one attempt. Returns the seconds to wait when none is left, otherwise null. */
  take(key: string): number | null {
    const now = this.now().getTime();
    const bucket = this.bucketOf(key, now);
    if (bucket.used >= this.limit.failures) return Math.ceil((bucket.resetAt - now) / 1000);
    bucket.used += 1;
    return null;
  }

  /** The attempt succeeded: it does not count. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket !== undefined && bucket.used > 0) bucket.used -= 1;
  }

  private bucketOf(key: string, now: number): Bucket {
    const known = this.buckets.get(key);
    if (known !== undefined && known.resetAt > now) return known;
    this.buckets.delete(key);
    for (const [oldest, { resetAt }] of this.buckets) {
      if (resetAt > now && this.buckets.size < this.mostKeys) break;
      this.buckets.delete(oldest);
    }
    const fresh = { used: 0, resetAt: now + this.limit.windowMs };
    this.buckets.set(key, fresh);
    return fresh;
  }
}
