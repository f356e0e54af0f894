/** One key's part of something bounded. */
export interface Claim {
  readonly key: string;
  /** How much the key may hold at once. */
  readonly most: number;
}

/**
 * Counts what each key (a person, an account) holds of something: connections, subscriptions, jobs. A key that has
 * its share is refused more; what others hold does not matter to it.
 */
export class Shares {
  private readonly held = new Map<string, number>();

  of(key: string): number {
    return this.held.get(key) ?? 0;
  }

  /** The way to give it back, which may be called once or more; null when one of the keys has its share already. */
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
