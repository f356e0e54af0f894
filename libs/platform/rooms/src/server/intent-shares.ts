/** User and account on which an intent's bytes are counted. */
export interface Holder {
  readonly person: string;
  readonly account: string;
}

/** Limits in bytes of unanswered intents on a node, over all connections of a user or account. */
export interface IntentShareLimits {
  readonly person: number;
  readonly account: number;
}

/**
 * Counts bytes of unanswered intents by user and account, over all their connections; sockets of a user or account
 * above its limit are not read.
 */
export class IntentShares {
  private readonly held = new Map<string, number>();
  private readonly waiting = new Map<() => void, Holder>();

  constructor(private readonly limits: IntentShareLimits) {}

  isFull({ person, account }: Holder): boolean {
    return (
      this.of(personKey(person)) > this.limits.person || this.of(accountKey(account)) > this.limits.account
    );
  }

  /** @param bytes negative when intents were answered */
  add({ person, account }: Holder, bytes: number): void {
    for (const key of [personKey(person), accountKey(account)]) {
      const now = this.of(key) + bytes;
      if (now > 0) this.held.set(key, now);
      else this.held.delete(key);
    }
    if (bytes < 0) this.wake();
  }

  /** Calls back once, when the holder is below its limits. Returns the way to stop waiting. */
  onRoom(holder: Holder, goOn: () => void): () => void {
    this.waiting.set(goOn, holder);
    return () => void this.waiting.delete(goOn);
  }

  private wake(): void {
    for (const [goOn, holder] of this.waiting) {
      if (this.isFull(holder)) continue;
      this.waiting.delete(goOn);
      goOn();
    }
  }

  private of(key: string): number {
    return this.held.get(key) ?? 0;
  }
}

const personKey = (person: string): string => `person ${person}`;
const accountKey = (account: string): string => `account ${account}`;
