import {
  ACCESS_CHANGES_TOPIC,
  type AccessChangesRow,
  type AccountId,
  type Principal,
} from '@cotejo/access-contracts';
import type { Topic } from '@cotejo/live/server';
import type { RecentChanges } from '../history/recent-changes.ts';

/** Wake source of the topic: not a projector, but the access state of this node. */
export const ACCESS_WAKE = 'access-state';
/** A mass change is announced a few times instead of once per user. */
const REST_MS = 300;

/** Announces changes of an account's users, slots or roles, for its administrators. */
export function accessChangesTopic(recent: Pick<RecentChanges, 'count'>): Topic<Principal, AccessChangesRow> {
  const countIn = (account: string): number => recent.count(account as AccountId);
  return {
    name: ACCESS_CHANGES_TOPIC,
    permission: 'users.access',
    wakeOn: [ACCESS_WAKE],
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId,
    // All followers of an account get the same rows.
    audience: (_principal, key) => key,
    head: (_principal, key) => Promise.resolve(countIn(key)),
    readAfter(_principal, key, cursor) {
      const changes = countIn(key);
      return Promise.resolve(
        changes <= cursor ? { rows: [], cursor } : { rows: [{ changes }], cursor: changes },
      );
    },
  };
}
