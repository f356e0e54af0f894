import type { AccessEvent, AccountId, SessionId, UserId } from '@cotejo/access-contracts';
import type { RecordedEvent } from '@cotejo/event-store';
import { expect, it } from 'vitest';
import { MOST_CHANGES, RecentChanges } from './recent-changes.ts';

const HERE = 'here' as AccountId;
const user = 'ana' as UserId;
const because = { code: 'requested', note: null } as const;
const recorded = {} as RecordedEvent;
const locked: AccessEvent = { type: 'UserLocked', data: { user, because } };

it('tells changes of an account and its people, the newest first, and no comings and goings but those that somebody else caused', () => {
  const recent = new RecentChanges();
  const events: readonly AccessEvent[] = [
    { type: 'AccountSuspended', data: { account: HERE, because } },
    { type: 'SignedIn', data: { user, session: 's' as SessionId, expiresAt: '2026-03-02T15:00:00.000Z' } },
    locked,
    { type: 'PersonalEventRecorded', data: { user, event: 'first_steps_video', version: null } },
    { type: 'SignedOut', data: { user, session: 's' as SessionId, reason: 'logout', because: null } },
    { type: 'SignedOut', data: { user, session: 's' as SessionId, reason: 'revoked', because } },
  ];
  for (const event of events) recent.note(HERE, { event, recorded });
  recent.note('there' as AccountId, { event: { type: 'UserUnlocked', data: { user, because } }, recorded });
  expect(recent.of(HERE).map(({ event }) => event.type)).toEqual([
    'SignedOut',
    'UserLocked',
    'AccountSuspended',
  ]);
  expect(recent.of('nowhere' as AccountId)).toEqual([]);
});

it('keeps the newest page, however many there were', () => {
  const recent = new RecentChanges();
  for (let count = 0; count < 3 * MOST_CHANGES; count++) recent.note(HERE, { event: locked, recorded });
  recent.note(HERE, { event: { type: 'UserUnlocked', data: { user, because } }, recorded });
  expect(recent.of(HERE)).toHaveLength(MOST_CHANGES);
  expect(recent.of(HERE)[0]?.event.type).toBe('UserUnlocked');
});

it('counts the changes of each account, and tells after each', () => {
  const recent = new RecentChanges();
  const told: number[] = [];
  const stop = recent.onNoted(() => told.push(recent.count(HERE)));
  recent.note(HERE, { event: locked, recorded });
  recent.note(HERE, {
    event: {
      type: 'SignedIn',
      data: { user, session: 's' as SessionId, expiresAt: '2026-03-02T15:00:00.000Z' },
    },
    recorded,
  });
  recent.note('there' as AccountId, { event: locked, recorded });
  recent.note(HERE, { event: locked, recorded });
  stop();
  recent.note(HERE, { event: locked, recorded });
  expect(told).toEqual([1, 1, 2]);
  expect(recent.count(HERE)).toBe(3);
  expect(recent.count('nowhere' as AccountId)).toBe(0);
});
