/** How often one key may fail within a window. In memory: each node counts what passes through it. */
export interface AttemptLimit {
  readonly failures: number;
  readonly windowMs: number;
}

interface Bucket {
  /** Failures and attempts still being judged. */
  used: number;
  readonly resetAt: number;
}

/** Keys that are remembered at once: whoever invents more makes the oldest be forgotten, not the node run full. */
const MOST_KEYS = 50_000;

/** Counts attempts by key; a success gives back what it took. */
export class AttemptLimiter {
  /** The oldest first: all windows are of one length, so they end in the order in which they began. */
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: AttemptLimit,
    private readonly now: () => Date,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  /** Takes one attempt. Seconds to wait when there is none left, otherwise null. */
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
