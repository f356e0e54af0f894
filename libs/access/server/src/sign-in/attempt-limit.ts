/** How often one key may fail within a window. In memory: each node counts what passes through it. */
export interface AttemptLimit {
  readonly failures: number;
  readonly windowMs: number;
}

interface Bucket {
  /** Failures and attempts still being judged. */
  used: number;
  resetAt: number;
}

const PRUNE_ABOVE = 10_000;

/** Counts attempts by key; a success gives back what it took. */
export class AttemptLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly limit: AttemptLimit,
    private readonly now: () => Date,
  ) {}

  /** Takes one attempt. Seconds to wait when there is none left, otherwise null. */
  take(key: string): number | null {
    const now = this.now().getTime();
    let bucket = this.buckets.get(key);
    if (bucket === undefined || bucket.resetAt <= now) {
      if (this.buckets.size >= PRUNE_ABOVE) this.prune(now);
      bucket = { used: 0, resetAt: now + this.limit.windowMs };
      this.buckets.set(key, bucket);
    }
    if (bucket.used >= this.limit.failures) return Math.ceil((bucket.resetAt - now) / 1000);
    bucket.used += 1;
    return null;
  }

  /** The attempt succeeded: it does not count. */
  giveBack(key: string): void {
    const bucket = this.buckets.get(key);
    if (bucket !== undefined && bucket.used > 0) bucket.used -= 1;
  }

  private prune(now: number): void {
    for (const [key, bucket] of this.buckets) if (bucket.resetAt <= now) this.buckets.delete(key);
  }
}
