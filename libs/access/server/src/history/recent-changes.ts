import type { AccessEvent, AccountId } from '@cotejo/access-contracts';
import type { RecordedEvent } from '@cotejo/event-store';

/** An event of access as the log has it, and as it is read today. */
export interface ToldChange {
  readonly event: AccessEvent;
  readonly recorded: RecordedEvent;
}

/** Newest changes of an account that are kept at hand. */
export const MOST_CHANGES = 500;

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

  note(account: AccountId, change: ToldChange): void {
    if (PASSED_OVER.has(change.event.type)) return;
    const kept = this.byAccount.get(account) ?? [];
    this.byAccount.set(account, kept);
    kept.push(change);
    // Not with each one: taking from the front moves all of them.
    if (kept.length >= 2 * MOST_CHANGES) kept.splice(0, kept.length - MOST_CHANGES);
  }

  /** The newest first. */
  of(account: AccountId): readonly ToldChange[] {
    return (this.byAccount.get(account) ?? []).slice(-MOST_CHANGES).reverse();
  }
}
