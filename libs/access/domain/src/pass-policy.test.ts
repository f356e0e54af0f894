import { accessCalls, type AccessPolicy, type Principal, type Role } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { HERE, userOf } from './given-accounts.fixture.ts';
import { passPolicy, type Passage } from './pass-policy.ts';

const person = (role: Role, over: Partial<Principal> = {}): Principal => ({
  userId: userOf(1),
  accountId: HERE,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
  ...over,
});

const open: AccessPolicy = { kind: 'public' };
const signedIn: AccessPolicy = { kind: 'authenticated' };
const people: AccessPolicy = { kind: 'requires', permission: 'users.edit' };
const ownTime: AccessPolicy = { kind: 'requires', permission: 'time.access' };
const product: AccessPolicy = { kind: 'requires', permission: 'product.accounts__edit' };

describe('a policy', () => {
  it.each<[string, AccessPolicy, Principal | null, Passage]>([
    ['open, to nobody known', open, null, 'yes'],
    ['for whoever is signed in, to nobody known', signedIn, null, 'not_authenticated'],
    ['for whoever is signed in, to a guest', signedIn, person('guest'), 'yes'],
    ['of people, to an administrator', people, person('admin'), 'yes'],
    ['of people, to a manager', people, person('manager'), 'access_not_authorized'],
    ['of time, to a manager', ownTime, person('manager'), 'yes'],
    ['of time, to an auditor, who sees the own', ownTime, person('auditor'), 'some'],
    [
      'of the product, to a superuser of an account',
      product,
      person('admin', { isSuperuser: true }),
      'access_not_authorized',
    ],
    ['of the product, to its group', product, person('auditor', { groups: [3] }), 'yes'],
    [
      'of the product, to a guest of its group',
      product,
      person('guest', { groups: [2] }),
      'access_not_authorized',
    ],
    ['with something to do first', signedIn, person('admin', { pending: 'terms' }), 'pending'],
    [
      'of that very thing',
      accessCalls.oneself.recordEvent.policy,
      person('guest', { pending: 'terms' }),
      'yes',
    ],
    [
      'of a ticket, with something to do first',
      accessCalls.oneself.ticket.policy,
      person('admin', { pending: 'terms' }),
      'pending',
    ],
  ])('%s', (_, policy, who, expected) => {
    expect(passPolicy(policy, who)).toBe(expected);
  });
});
