/** One key's limit on a resource. */
export interface Claim {
  readonly key: string;
  /** Maximum amount that the key may hold at once. */
  readonly most: number;
}

/**
 * Counts how much of a resource (connections, subscriptions, jobs) each key (a user, an account) holds. A key at its
 * limit is refused more; limits are independent of other keys.
 */
export class Shares {
  private readonly held = new Map<string, number>();

  of(key: string): number {
    return this.held.get(key) ?? 0;
  }

  /** Takes the amount for all keys, or for none. Returns an idempotent release; null when any key is at its limit. */
  take(claims: readonly Claim[], amount = 1): (() => void) | null {
    if (claims.some(({ key, most }) => this.of(key) + amount > most)) return null;
    for (const { key } of claims) this.add(key, amount);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const { key } of claims) this.add(key, -amount);
    };
  }

  private add(key: string, amount: number): void {
    const now = this.of(key) + amount;
    if (now > 0) this.held.set(key, now);
    else this.held.delete(key);
  }
}
