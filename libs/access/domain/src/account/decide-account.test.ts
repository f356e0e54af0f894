import { DEFAULT_PASSWORD_RULES, type AccessEvent } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { BECAUSE, GivenAccounts, HERE, outcome, registered, userOf } from '../given-accounts.fixture.ts';
import { decideAccount, monthsLater, type AccountCommand } from './decide-account.ts';

const here = { account: HERE, because: BECAUSE };
const given = (...events: readonly AccessEvent[]): GivenAccounts =>
  new GivenAccounts(registered(1, 'admin', 'administrator'), ...events);
const decide = (accounts: GivenAccounts, command: AccountCommand, by: number | null = null) =>
  decideAccount(accounts.here, command, accounts.by(by));

const suspended: AccessEvent = { type: 'AccountSuspended', data: here };
const admitted: AccessEvent = {
  type: 'ConsultantAdmitted',
  data: { ...here, user: userOf(5), until: '2026-03-10T00:00:00.000Z' },
};
const revoked: AccessEvent = { type: 'ConsultantRevoked', data: { ...here, user: userOf(5) } };

describe('what is decided about an account', () => {
  it.each<[string, GivenAccounts, AccountCommand, string | readonly string[]]>([
    ['another edition', given(), { kind: 'edition', edition: 'firm' }, ['EditionChanged']],
    ['the same edition', given(), { kind: 'edition', edition: 'internal' }, []],
    [
      'add-ons, as a whole',
      given({ type: 'AddonGranted', data: { ...here, addon: 'abi' } }),
      { kind: 'addons', addons: ['crm', 'sampling'] },
      ['AddonGranted', 'AddonGranted', 'AddonWithdrawn'],
    ],
    ['a quota', given(), { kind: 'quota', bytes: 10 }, ['StorageQuotaSet']],
    ['no quota, as before', given(), { kind: 'quota', bytes: null }, []],
    ['suspending', given(), { kind: 'suspend' }, ['AccountSuspended']],
    ['suspending again', given(suspended), { kind: 'suspend' }, 'already_so'],
    ['reinstating', given(suspended), { kind: 'reinstate' }, ['AccountReinstated']],
    ['reinstating one that stands', given(), { kind: 'reinstate' }, 'already_so'],
    [
      'password rules',
      given(),
      { kind: 'password-rules', rules: DEFAULT_PASSWORD_RULES },
      ['PasswordRulesSet'],
    ],
    ['a second factor', given(), { kind: 'second-factor', required: true }, ['SecondFactorRequired']],
    ['no second factor, as before', given(), { kind: 'second-factor', required: false }, []],
    ['a setting', given(), { kind: 'setting', key: 'second_chat', value: 1 }, ['PublicSettingSet']],
    ['no logo, as before', given(), { kind: 'logo', sha256: null }, []],
    ['a consultant', given(), { kind: 'admit', user: userOf(5) }, ['ConsultantAdmitted']],
    ['a renewal', given(admitted), { kind: 'renew', user: userOf(5) }, ['ConsultantRenewed']],
    [
      'a renewal after the end',
      given(admitted, revoked),
      { kind: 'renew', user: userOf(5) },
      ['ConsultantRenewed'],
    ],
    ['a renewal of nobody', given(), { kind: 'renew', user: userOf(5) }, 'consultant_not_found'],
    ['taking it back', given(admitted), { kind: 'revoke', user: userOf(5) }, ['ConsultantRevoked']],
    ['taking it back twice', given(admitted, revoked), { kind: 'revoke', user: userOf(5) }, 'already_so'],
  ])('%s', (_, accounts, command, expected) => {
    expect(outcome(decide(accounts, command))).toEqual(expected);
  });

  it('nobody suspends the account in which they are', () => {
    expect(outcome(decide(given(), { kind: 'suspend' }, 1))).toBe('own_access');
  });
});

it.each<[readonly string[], string | null, string | readonly string[]]>([
  [['10.0.0.0/8'], '10.1.1.1', ['AllowedAddressesSet']],
  [['10.0.0.0/8'], '190.24.0.1', 'addresses_shut_out'],
  [['10.0.0.0/8'], null, ['AllowedAddressesSet']],
  [[], '190.24.0.1', ['AllowedAddressesSet']],
])('addresses %j, asked from %s: %j', (ranges, from, expected) => {
  expect(outcome(decide(given(), { kind: 'addresses', ranges, from }))).toEqual(expected);
});

it.each([
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-03-02T15:00:00.000Z', '2026-04-02T15:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', '2027-01-31T23:59:59.000Z'],
  ['2028-01-30T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
])('a month after %s is %s', (from, expected) => {
  expect(monthsLater(new Date(from), 1)).toBe(expected);
});
