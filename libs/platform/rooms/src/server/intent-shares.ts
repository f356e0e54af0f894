/** Whose share of something an intent takes. */
export interface Holder {
  readonly person: string;
  readonly account: string;
}

/** Bytes of unanswered intents that one may have on a node, over all their connections. */
export interface IntentShareLimits {
  readonly person: number;
  readonly account: number;
}

/**
 * Bytes of intents that wait for their answers, by person and account over all their connections: beyond a share the
 * sockets of whoever has it are read no further.
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

  /** @param bytes below zero when intents were answered */
  add({ person, account }: Holder, bytes: number): void {
    for (const key of [personKey(person), accountKey(account)]) {
      const now = this.of(key) + bytes;
      if (now > 0) this.held.set(key, now);
      else this.held.delete(key);
    }
    if (bytes < 0) this.wake();
  }

  /** Calls back once, when there is room for that holder. The way to wait no longer. */
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
