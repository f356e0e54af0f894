import type { PermissionMap, Principal, Role } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { HERE, userOf } from './given-accounts.fixture.ts';
import { mayHoldInSomeTeam } from './lent-rights.ts';
import { passPolicy } from './pass-policy.ts';

const NOTHING: PermissionMap = { 'plan.access': 1 };
const NOTES = 'plan.note__add';

const person = (role: Role, permissions = NOTHING, lending: PermissionMap | null = null): Principal => ({
  userId: userOf(1),
  accountId: HERE,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions,
  roleMatrices: { manager: NOTHING, leader: lending ?? NOTHING, auditor: NOTHING },
});

describe('a right that a team may lend', () => {
  it.each<[string, Principal, boolean]>([
    ['to somebody whose role gives it', person('auditor', { [NOTES]: 1 }), true],
    ['to a junior who may lead somewhere', person('auditor', NOTHING, { [NOTES]: 1 }), true],
    ['to nobody where no role of the account has it', person('manager'), false],
    ['to no guest', person('guest', NOTHING, { [NOTES]: 1 }), false],
    ['to no owner', person('owner', NOTHING, { [NOTES]: 1 }), false],
    ['by the usual roles where the account says nothing', { ...person('auditor'), roleMatrices: {} }, true],
  ])('is there %s', (_to, who, expected) => {
    expect(mayHoldInSomeTeam(who, NOTES)).toBe(expected);
  });

  it('passes the policy of a call on plans, but only to whoever may see plans too', () => {
    const policy = { kind: 'requires', permission: 'plan.access', andOneOf: [NOTES] } as const;
    const lent = person('auditor', NOTHING, { [NOTES]: 1 });
    expect(passPolicy(policy, lent)).toBe('yes');
    expect(passPolicy(policy, { ...lent, permissions: {} })).toBe('access_not_authorized');
    expect(passPolicy(policy, person('auditor'))).toBe('access_not_authorized');
    expect(passPolicy(policy, person('guest', DEFAULT_PERMISSIONS.guest))).toBe('access_not_authorized');
  });
});
