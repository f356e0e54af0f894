import { userStream, type AccountId, type UserId } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Foundation } from '../foundation.ts';
import { CircumstanceError, UsageError } from './command.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { admin } from './create-administrator.ts';

const PASSWORD = 'tres-loros-verdes-cantan';
const FROM = { ip: '10.1.1.1', userAgent: 'terminal', pkg: 'audit', account: undefined };

let place: CommandPlace;
let foundation: Foundation;
let account: AccountId;
let ana: UserId;

const install = (name: string, username: string, pkg = 'audit') =>
  foundation.access.admin.accounts.install('system:test', {
    name,
    pkg,
    edition: 'firm',
    record: {
      username,
      first_name: 'Ana',
      last_name: 'Ruiz',
      email: `${username}@cauca.example`,
      position: null,
      area: null,
      code: null,
    },
    password: PASSWORD,
  });

beforeAll(async () => {
  place = await CommandPlace.open();
  foundation = place.foundation;
  await install('Fundadora', 'fundadora');
  ({ account, user: ana } = await install('Auditores del Cauca', 'ana.ruiz'));
  await install('Primera', 'luz.mora');
  await install('Segunda', 'luz.mora');
  await install('Segunda', 'ivan.sol', 'otro');
});
afterAll(() => place.close());

const run = (...args: string[]): Promise<number> => place.run(admin, ...args);

const facts = () => foundation.access.state.known.users.get(ana);
async function newest() {
  for await (const { type, data, meta } of foundation.store.read(userStream(ana), {
    direction: 'backwards',
  })) {
    return { type, data, actor: meta.actor };
  }
  throw new Error('an empty stream');
}

it('lets somebody administer the product and takes it back, each with its reason', async () => {
  expect(await run('grant-product', '--user', 'Ana.Ruiz', '--group', '3', '--reason', 'Acta 12')).toBe(0);
  expect(facts()?.groups).toEqual([3]);
  const granted = await newest();
  expect(granted).toMatchObject({
    type: 'UserPrivilegesChanged',
    actor: 'system:administrator',
    data: { groups: [3], isSuperuser: false, because: { code: 'upkeep' } },
  });
  const rows = await foundation.access.admin.history.ofAccount(account);
  expect(rows[0]).toMatchObject({
    type: 'UserPrivilegesChanged',
    person: 'Ana Ruiz',
    motivo_texto: 'Acta 12',
  });
  await expect(run('grant-product', '--user', 'ana.ruiz', '--group', '3')).rejects.toMatchObject({
    code: 'already_so',
  });
  expect(await run('revoke-product', '--user', 'ana.ruiz', '--group', '3')).toBe(0);
  expect(facts()?.groups).toEqual([]);
});

it('lets the last administrator back in, who lost telephone, codes and address', async () => {
  const { access } = foundation;
  const author = { name: 'system:test', actor: null };
  await access.admin.changes.within(account, author, { code: 'upkeep' }, async (change) => {
    const because = { code: 'upkeep', note: null } as const;
    await change.ofAccount(() => ({
      ok: true,
      events: [
        { type: 'AllowedAddressesSet', data: { account, because, ranges: ['192.0.2.0/24'] } },
        { type: 'SecondFactorRequired', data: { account, because, required: true } },
      ],
    }));
    await change.ofPerson(ana, () => ({
      ok: true,
      events: [
        { type: 'SecondFactorEnrolled', data: { user: ana, because, factor: 'totp' } },
        { type: 'AuthenticationMethodChanged', data: { user: ana, because, method: 'azure_ad' } },
        { type: 'UserLocked', data: { user: ana, because } },
      ],
    }));
  });
  expect(await run('reset-access', '--user', 'ana.ruiz', '--addresses', '--reason', 'Perdió todo')).toBe(0);
  const password = /: (\S+)$/.exec(place.said[0] ?? '')?.[1] ?? '';
  expect(facts()).toMatchObject({ totp: false, method: 'password', locked: false, mustReset: true });
  expect(access.state.account(account)?.addresses).toEqual([]);
  expect(await access.signIn.signIn({ ...FROM, username: 'ana.ruiz', password })).toMatchObject({
    kind: 'session',
    session: { userId: ana },
  });
  await expect(
    access.signIn.signIn({ ...FROM, username: 'ana.ruiz', password: PASSWORD }),
  ).rejects.toBeInstanceOf(Refusal);
  // A second reset invalidates the previous password.
  expect(await run('reset-access', '--user', 'ana.ruiz')).toBe(0);
  await expect(access.signIn.signIn({ ...FROM, username: 'ana.ruiz', password })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

it('asks which account, where there are several, and finds those of other packages', async () => {
  const grant = (...args: string[]) => run('grant-product', '--group', '2', '--user', ...args);
  await expect(grant('luz.mora')).rejects.toThrow(CircumstanceError);
  expect(await grant('luz.mora', '--account', 'segunda')).toBe(0);
  await expect(grant('ivan.sol', '--account', 'Segunda')).rejects.toThrow(CircumstanceError);
  expect(await grant('ivan.sol', '--account', 'Segunda', '--package', 'otro')).toBe(0);
  await expect(grant('nadie')).rejects.toThrow(CircumstanceError);
});

it.each([
  ['a group that administers nothing', ['grant-product', '--user', 'ana.ruiz', '--group', '4']],
  ['no group', ['revoke-product', '--user', 'ana.ruiz']],
  ['nobody', ['reset-access']],
  ['a group where none is meant', ['reset-access', '--user', 'ana.ruiz', '--group', '2']],
  ['another word', ['reset-all', '--user', 'ana.ruiz']],
])('%s is a wrong use', async (_, args) => {
  await expect(run(...args)).rejects.toThrow(UsageError);
});
