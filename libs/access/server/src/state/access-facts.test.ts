import { randomUUID } from 'node:crypto';
import { accessEvent, accountId, sessionId, userId, type AccessEvent } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { AccessFacts, foldAccess } from './access-facts.ts';

const account = accountId.parse(randomUUID());
const user = userId.parse(randomUUID());
const session = sessionId.parse(randomUUID());

const opened: AccessEvent = { type: 'AccountOpened', data: { account, edition: 'internal', demo: true } };
const registered: AccessEvent = {
  type: 'UserRegistered',
  data: { user, account, role: 'leader', userType: 'auditor', isSuperuser: false, groups: [2] },
};
const signedIn: AccessEvent = {
  type: 'SignedIn',
  data: { user, session, expiresAt: '2026-03-01T22:00:00.000Z' },
};

const given = (...events: AccessEvent[]): AccessFacts => {
  const facts = new AccessFacts();
  for (const event of events) foldAccess(facts, accessEvent.parse(event));
  return facts;
};

describe('what the log says of access', () => {
  it('opens accounts and registers people', () => {
    const facts = given(opened, registered);
    expect(facts.accounts.get(account)).toEqual({ edition: 'internal', demo: true });
    expect(facts.users.get(user)).toMatchObject({ accountId: account, role: 'leader', groups: [2] });
  });

  it('a session lives from signing in', () => {
    expect(given(opened, registered, signedIn).sessions.get(session)).toEqual({
      id: session,
      userId: user,
      expiresAt: new Date('2026-03-01T22:00:00Z'),
    });
  });

  it.each(['logout', 'expired', 'revoked'] as const)('and ends by %s', (reason) => {
    const signedOut: AccessEvent = { type: 'SignedOut', data: { user, session, reason } };
    expect(given(opened, registered, signedIn, signedOut).sessions.size).toBe(0);
  });
});
