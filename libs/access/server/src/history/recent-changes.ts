import type { AccessEvent, AccountId } from '@cotejo/access-contracts';
import type { RecordedEvent } from '@cotejo/event-store';

/** An event of access: upcast to the newest version, and as recorded. */
export interface RecordedChange {
  readonly event: AccessEvent;
  readonly recorded: RecordedEvent;
}

/** Newest changes kept in memory per account. */
export const MOST_CHANGES = 500;

/** Whether a session was ended by another user. */
const isSentOut = (event: AccessEvent): boolean => event.type === 'SignedOut' && event.data.because !== null;

/** Events left out here: sign-ins, sign-outs and users' own notes. They appear in each user's history. */
const PASSED_OVER: ReadonlySet<AccessEvent['type']> = new Set([
  'SignedIn',
  'SecondFactorProved',
  'SignedOut',
  'PersonalEventRecorded',
]);

/**
 * Newest changes of access per account, of the account and its users, collected as events are folded: in the log they
 * are spread over one stream per user.
 */
export class RecentChanges {
  private readonly byAccount = new Map<AccountId, RecordedChange[]>();
  private readonly counts = new Map<AccountId, number>();
  private readonly listeners = new Set<() => void>();

  note(account: AccountId, change: RecordedChange): void {
    if (PASSED_OVER.has(change.event.type) && !isSentOut(change.event)) return;
    const kept = this.byAccount.get(account) ?? [];
    this.byAccount.set(account, kept);
    kept.push(change);
    this.counts.set(account, this.count(account) + 1);
    // Trimmed in batches: removing from the front moves all elements.
    if (kept.length >= 2 * MOST_CHANGES) kept.splice(0, kept.length - MOST_CHANGES);
    for (const listener of this.listeners) listener();
  }

  /** Number of changes since the account was opened; equal on every node, because all read one log. */
  count(account: AccountId): number {
    return this.counts.get(account) ?? 0;
  }

  /** Calls back after each change of any account; returns the way to unsubscribe. The listener must not throw. */
  onNoted(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Newest first. */
  of(account: AccountId): readonly RecordedChange[] {
    return (this.byAccount.get(account) ?? []).slice(-MOST_CHANGES).reverse();
  }
}
