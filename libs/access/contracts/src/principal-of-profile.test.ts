import { describe, expect, it } from 'vitest';
import { userProfile } from './profile.ts';
import { principalOfProfile } from './principal-of-profile.ts';

const profile = userProfile.parse({
  id: '0193b1a2-0000-7000-8000-000000000001',
  username: 'andres.murcia',
  first_name: 'Andrés',
  last_name: 'Murcia',
  email: 'andres.murcia@example.com',
  role: 'SR',
  is_superuser: false,
  groups: [2],
  permissions: {
    'plan.access': 1,
    'plan.assign_user': 0,
    'plan.treeitem__edit': { '2': 1, '9': 1 },
    'plan.odd': 7,
  },
  product: 'audit',
  account_id: '0193b1a2-0000-7000-8000-00000000000a',
  account_name: 'Frailejón',
  user_type: 'auditor',
  account_addons: [],
  sigla: 'AM',
});

describe('principalOfProfile', () => {
  it('reads the contract role and keeps what it knows of the permissions', () => {
    expect(principalOfProfile(profile)).toEqual({
      userId: profile.id,
      accountId: profile.account_id,
      sessionId: null,
      role: 'leader',
      isSuperuser: false,
      groups: [2],
      userType: 'auditor',
      addons: [],
      permissions: {
        'plan.access': 1,
        'plan.assign_user': 0,
        'plan.treeitem__edit': { '2': 1 },
        'plan.odd': 0,
      },
    });
  });

  it('knows what the account says of roles, and what must be done first', () => {
    const told = { ...profile, role_permissions: { GUEST: { 'plan.access': 1 } }, pending: 'terms' as const };
    expect(principalOfProfile(told)).toMatchObject({
      roleMatrices: { guest: { 'plan.access': 1 } },
      pending: 'terms',
    });
  });

  it('takes an unknown role for a guest', () => {
    expect(principalOfProfile({ ...profile, role: 'XX' }).role).toBe('guest');
  });
});
