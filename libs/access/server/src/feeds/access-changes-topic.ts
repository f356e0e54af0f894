import {
  ACCESS_CHANGES_TOPIC,
  type AccessChangesRow,
  type AccountId,
  type Principal,
} from '@cotejo/access-contracts';
import type { Topic } from '@cotejo/live/server';
import type { RecentChanges } from '../history/recent-changes.ts';

/** What moves the topic: no projector, but the access state of this node. */
export const ACCESS_WAKE = 'access-state';
/** A mass change is told a few times and not for each person. */
const REST_MS = 300;

/** That an account's people, slots or roles changed, for whoever administers its people. */
export function accessChangesTopic(recent: Pick<RecentChanges, 'count'>): Topic<Principal, AccessChangesRow> {
  const countIn = (account: string): number => recent.count(account as AccountId);
  return {
    name: ACCESS_CHANGES_TOPIC,
    permission: 'users.access',
    wakeOn: [ACCESS_WAKE],
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId,
    // Everybody of an account is told the same.
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
