import type { AccessEvent, AccountId } from '@cotejo/access-contracts';
import type { RecordedEvent } from '@cotejo/event-store';

/** An event of access as the log has it, and as it is read today. */
export interface ToldChange {
  readonly event: AccessEvent;
  readonly recorded: RecordedEvent;
}

/** Newest changes of an account that are kept at hand. */
export const MOST_CHANGES = 500;

/** Whether one person ended the session of another: no mere going. */
const isSentOut = (event: AccessEvent): boolean => event.type === 'SignedOut' && event.data.because !== null;

/** Comings and goings, and what people note of themselves: of these the history of each person tells. */
const PASSED_OVER: ReadonlySet<AccessEvent['type']> = new Set([
  'SignedIn',
  'SecondFactorProved',
  'SignedOut',
  'PersonalEventRecorded',
]);

/**
 * The newest changes of access by account, of the account itself and of all its people, as they went by: they lie in
 * as many streams as there are people.
 */
export class RecentChanges {
  private readonly byAccount = new Map<AccountId, ToldChange[]>();
  private readonly counts = new Map<AccountId, number>();
  private readonly listeners = new Set<() => void>();

  note(account: AccountId, change: ToldChange): void {
    if (PASSED_OVER.has(change.event.type) && !isSentOut(change.event)) return;
    const kept = this.byAccount.get(account) ?? [];
    this.byAccount.set(account, kept);
    kept.push(change);
    this.counts.set(account, this.count(account) + 1);
    // Not with each one: taking from the front moves all of them.
    if (kept.length >= 2 * MOST_CHANGES) kept.splice(0, kept.length - MOST_CHANGES);
    for (const listener of this.listeners) listener();
  }

  /** How many there were since the account was opened: the same on every node, for all read one log. */
  count(account: AccountId): number {
    return this.counts.get(account) ?? 0;
  }

  /** Told after each change of any account; answers how to stop being told. The listener may not throw. */
  onNoted(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The newest first. */
  of(account: AccountId): readonly ToldChange[] {
    return (this.byAccount.get(account) ?? []).slice(-MOST_CHANGES).reverse();
  }
}
