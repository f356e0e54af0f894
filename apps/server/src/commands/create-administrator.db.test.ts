import { userStream, type UserId } from '@cotejo/access-contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Foundation } from '../foundation.ts';
import { firstLineOfInput } from '../terminal/ask.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { admin } from './create-administrator.ts';

vi.mock('../terminal/ask.ts', () => ({ firstLineOfInput: vi.fn() }));

const PASSWORD = 'tres-loros-verdes-cantan';

let place: CommandPlace;
let foundation: Foundation;

beforeAll(async () => {
  place = await CommandPlace.open();
  foundation = place.foundation;
});
afterAll(() => place.close());

const create = (over: Readonly<Record<string, string>>, password = PASSWORD): Promise<number> => {
  vi.mocked(firstLineOfInput).mockResolvedValue(password);
  const answers = {
    account: 'Auditores del Cauca',
    'first-name': 'Ana',
    'last-name': 'Ruiz',
    ...over,
  };
  const args = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]);
  return place.run(admin, 'create', ...args, '--password-stdin');
};
const named = (username: string) => {
  const { state } = foundation.access;
  for (const user of state.known.users.values()) {
    if (state.personalData(user.id)?.username === username) return user;
  }
  throw new Error(`no ${username}`);
};
const typesOf = async (user: UserId): Promise<readonly string[]> => {
  const types: string[] = [];
  for await (const { type, meta } of foundation.store.read(userStream(user)))
    types.push(`${type} ${meta.actor}`);
  return types;
};

it('makes the first administrator, who administers the product too, and the next ones, who do not', async () => {
  expect(await create({ username: 'Ana.Ruiz', email: 'ana@cauca.example' })).toBe(0);
  const ana = named('ana.ruiz');
  expect(ana).toMatchObject({ role: 'admin', userType: 'administrator', isSuperuser: true, groups: [2] });
  expect(await typesOf(ana.id)).toEqual(['UserRegistered system:administrator']);
  expect(await create({ username: 'eva.ruiz', email: 'eva@cauca.example' })).toBe(0);
  const eva = named('eva.ruiz');
  expect(eva).toMatchObject({ accountId: ana.accountId, role: 'admin', isSuperuser: false, groups: [] });
  expect(place.said).toHaveLength(1);

  const browser = { ip: '10.0.0.1', userAgent: '' };
  const login = { username: 'eva.ruiz', password: PASSWORD, pkg: 'audit', account: undefined, ...browser };
  await expect(foundation.access.signIn.signIn(login)).resolves.toMatchObject({ kind: 'session' });
  // The password was chosen at the terminal: no password or link is mailed.
  expect(await foundation.access.mailer.mails(ana.accountId)).toEqual([]);
});

it('is held to what holds for everybody who is added', async () => {
  await expect(create({ username: 'otra.ana', email: 'ANA@cauca.example' })).rejects.toMatchObject({
    code: 'email_taken',
  });
  await expect(create({ username: 'ana.ruiz', email: 'otra@cauca.example' })).rejects.toMatchObject({
    code: 'username_taken',
  });
  await expect(create({ username: 'dos palabras', email: 'otra@cauca.example' })).rejects.toMatchObject({
    code: 'username_invalid',
  });
  await expect(
    create({ username: 'catalina', email: 'otra@cauca.example' }, 'catalina2catalina'),
  ).rejects.toMatchObject({ code: 'password_guessable' });
  await expect(create({ username: 'luz.mora', email: 'no es correo' })).rejects.toThrow('no es correo');
  expect(foundation.access.state.known.users.size).toBe(2);
});
