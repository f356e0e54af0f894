import { randomUUID } from 'node:crypto';
import type { AccountId, Person, Principal, Role, UserId } from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from '@cotejo/access-domain';
import { describe, expect, it } from 'vitest';
import { chooseImporter } from './choose-importer.ts';

type Names = Readonly<Record<string, Role>>;

/** Accounts by name, each with its users by username, in order of creation. */
function stateOf(accounts: Readonly<Record<string, Names>>): Parameters<typeof chooseImporter>[0] {
  const ids = new Map(Object.keys(accounts).map((name) => [name, randomUUID() as AccountId]));
  const people = Object.entries(accounts).flatMap(([account, names]) =>
    Object.entries(names).map(([username, role]): Person => ({
      id: randomUUID() as UserId,
      accountId: ids.get(account) as AccountId,
      username,
      firstName: '',
      lastName: '',
      initials: '',
      role,
      userType: 'auditor',
      active: !username.startsWith('gone'),
      position: null,
    })),
  );
  return {
    accounts: [...ids.values()],
    accountNamed: (name) => ids.get(name) ?? null,
    people: (accountId) => people.filter((person) => person.accountId === accountId),
    principalOf(accountId, userId): Principal | null {
      const role = people.find(({ id }) => id === userId)?.role;
      if (!role) return null;
      const permissions = DEFAULT_PERMISSIONS[role];
      return { accountId, userId, sessionId: null, role, isSuperuser: false, groups: [], permissions };
    },
  };
}

describe('in whose name a catalogue is imported', () => {
  const one = {
    uno: { gina: 'guest', 'gone.mia': 'manager', laura: 'auditor', ana: 'leader', mia: 'manager' },
  } as const;
  const two = { ...one, dos: { mia: 'manager', pia: 'auditor' } } as const;

  it.each<[string, Parameters<typeof stateOf>[0], string | undefined, string | undefined, string]>([
    ['the first manager by name', one, undefined, undefined, 'mia'],
    ['a leader where no manager is', { uno: { zoe: 'admin', leo: 'leader' } }, undefined, undefined, 'leo'],
    ['who is asked for', one, undefined, 'mia', 'mia'],
    ['of the account asked for', two, 'dos', undefined, 'mia'],
    ['of the only account that has them', two, undefined, 'ana', 'ana'],
  ])('%s', (_, accounts, account, username, chosen) => {
    const { person, principal } = chooseImporter(stateOf(accounts), { account, username });
    expect(person.username).toBe(chosen);
    expect(principal).toMatchObject({ userId: person.id, accountId: person.accountId, sessionId: null });
  });

  it.each<[string, Parameters<typeof stateOf>[0], string | undefined, string | undefined, RegExp]>([
    ['more than one account', two, undefined, undefined, /--account/],
    ['the same name in two', two, undefined, 'mia', /--account/],
    ['an account that is not there', one, 'tres', undefined, /tres/],
    ['a person who is not there', one, undefined, 'pia', /pia/],
    ['a person who left', one, undefined, 'gone.mia', /gone\.mia/],
    ['a person who may not', one, undefined, 'laura', /laura/],
    ['nobody who may', { uno: { gina: 'guest' } }, undefined, undefined, /.+/],
  ])('%s is told', (_, accounts, account, username, message) => {
    expect(() => chooseImporter(stateOf(accounts), { account, username })).toThrow(message);
  });
});
