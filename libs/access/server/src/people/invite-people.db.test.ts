import { randomUUID } from 'node:crypto';
import {
  accountStream,
  slotId,
  type accessCalls,
  type Principal,
  type SlotId,
  type UserId,
} from '@cotejo/access-contracts';
import { decideAccount, decideSlot, type Decision } from '@cotejo/access-domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { AccessDatabase, AccessNode, refusalOf } from '../sign-in/sign-in.fixture.ts';
import type { Decide } from '../state/change-access.ts';

type CreateUser = z.infer<typeof accessCalls.people.createUser.body & object>;

const CHOSEN = 'caballo grapa correcta';
const typed = { password: CHOSEN, password_confirmation: CHOSEN };
const UPKEEP = { name: 'system:test', actor: null } as const;
const WEEK = 7 * 24 * 3600;
const google = { issuer: 'https://accounts.google.com', clientId: 'c', clientSecret: 's' };

let database: AccessDatabase;
let node: AccessNode;
let admin: Principal;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());

beforeEach(async () => {
  node = await AccessNode.start(database, {
    installation: { mailServer: null, publicUrl: 'https://cotejo.example', providers: { google } },
  });
  const found = node.access.state.principalOf(node.account, await node.register('jefa', { role: 'admin' }));
  if (found === null) throw new Error('no administrator');
  admin = found;
});
afterEach(() => node.stop());

const leo = (over: Partial<CreateUser> = {}): CreateUser => ({
  username: 'leo.paz',
  first_name: 'Leo',
  last_name: 'Paz',
  email: 'leo.paz@cuenta.example',
  role: 'JR',
  auth_method: 'password',
  motivo: 'joined',
  ...over,
});
const created = (over?: Partial<CreateUser>, key?: string): Promise<UserId> =>
  node.access.admin.people.create(admin, leo(over), key);

async function invitations(user: UserId): Promise<readonly string[]> {
  const mails = await node.mails(user);
  return mails.filter(({ kind }) => kind.startsWith('invitation')).map(({ text }) => text);
}

/** Link in the newest mail. */
async function linkOf(user: UserId): Promise<{ uid: string; token: string }> {
  const text = (await node.mails(user)).at(-1)?.text ?? '';
  const told = new URLSearchParams(new URL(/https:\S+/.exec(text)?.[0] ?? '').hash.slice(1));
  // So that the next mail has a later time.
  node.later(1);
  return { uid: told.get('uid') ?? '', token: told.get('token') ?? '' };
}

const decided = (decide: Decide): Promise<unknown> =>
  node.access.admin.changes.within(node.account, UPKEEP, { code: 'upkeep' }, (change) =>
    change.ofAccount(decide),
  );

async function freeSlot(): Promise<SlotId> {
  const slot = slotId.parse(randomUUID());
  await decided((facts, account, by): Decision =>
    decideSlot(
      facts,
      account,
      {
        kind: 'create',
        slots: [slot],
        pool: 'account',
        slotType: 'auditor',
        startsOn: '2020-01-01',
        dueOn: null,
      },
      by,
    ),
  );
  return slot;
}

describe('whoever is given access', () => {
  it('is invited to choose a password, with which they come in; the link works once', async () => {
    const user = await created();
    const [mail] = await invitations(user);
    expect(mail).toMatch(/^Hola, Leo:/);
    expect(mail).toContain('leo.paz');
    const link = await linkOf(user);
    expect(link.uid).toBe(user);
    await node.access.resets.change(link, typed);
    await expect(node.signIn('leo.paz', CHOSEN)).resolves.toMatchObject({ userId: user });
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
  });

  it('is written to in the language of the account', async () => {
    await decided((_, account, by) =>
      decideAccount(account, { kind: 'setting', key: 'language', value: 'en' }, by),
    );
    expect((await invitations(await created()))[0]).toMatch(/^Hello Leo,/);
  });

  it('has a week, and then asks for another link', async () => {
    const user = await created();
    const link = await linkOf(user);
    node.later(WEEK - 2);
    await expect(node.access.resets.check(link)).resolves.toBeDefined();
    node.later(2);
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    node.access.resets.ask('leo.paz@cuenta.example', 'audit', '10.0.0.1');
    await node.access.resets.settle();
    await node.access.resets.change(await linkOf(user), typed);
    await expect(node.signIn('leo.paz', CHOSEN)).resolves.toMatchObject({ userId: user });
  });

  it('is invited once, however often the call is repeated', async () => {
    const key = randomUUID();
    const user = await created({}, key);
    expect(await created({}, key)).toBe(user);
    expect(await invitations(user)).toHaveLength(1);
  });

  it('of another method is sent to the sign-in page, with nothing that opens anything', async () => {
    const user = await created({ auth_method: 'google' });
    const [mail] = await invitations(user);
    expect(mail).toContain('https://cotejo.example/login/?pkg=audit');
    expect(mail).toContain('una cuenta de Google');
    expect(mail).not.toContain('token=');
  });

  it('is invited with a slot, and anew with the next when they never came in', async () => {
    const body = { first_name: 'Leo', last_name: 'Paz', email: 'leo@cuenta.example', role: 'JR' } as const;
    const slot = await freeSlot();
    const assign = () =>
      node.access.admin.slots.assign(admin, slot, { ...body, motivo: 'joined' }, undefined);
    await assign();
    const user = node.access.state.known.accounts.get(node.account)?.slots.get(slot)?.user;
    if (!user) throw new Error('nobody has the slot');
    expect(await invitations(user)).toHaveLength(1);
    await node.access.admin.slots.unassign(admin, slot, { code: 'requested' });
    node.later(WEEK + 1);
    await assign();
    expect(await invitations(user)).toHaveLength(2);
    await node.access.resets.change(await linkOf(user), typed);
    await node.signIn('leo.paz', CHOSEN);
    await node.access.admin.slots.release(admin, slot, { code: 'left' });
    node.later(WEEK + 1);
    await assign();
    expect(await invitations(user)).toHaveLength(2);
  });

  it('is invited at the new address when it was wrong; what went to the old one opens nothing', async () => {
    const user = await created();
    const old = await linkOf(user);
    const { first_name, last_name, role } = leo();
    const edited = { first_name, last_name, role, email: 'leo@otra.example', consent: true };
    await node.access.admin.people.edit(admin, user, { ...edited, motivo: 'requested' });
    await expect(node.access.resets.check(old)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    expect((await node.access.mailer.mails(node.account)).map(({ to }) => to).sort()).toEqual([
      'leo.paz@cuenta.example',
      'leo@otra.example',
    ]);
    await expect(node.access.resets.check(await linkOf(user))).resolves.toBeDefined();
  });

  it('is told where they read their mail until then when it changes, once they came in', async () => {
    const user = await node.register('eva.luz');
    await node.signIn('eva.luz');
    const edited = { first_name: 'Ana', last_name: 'Gil', role: 'JR', consent: true } as const;
    const moveTo = (email: string) =>
      node.access.admin.people.edit(admin, user, { ...edited, email, motivo: 'requested' });
    await moveTo('eva@otra.example');
    await moveTo('eva@otra.example');
    const mails = await node.access.mailer.mails(node.account);
    expect(mails).toMatchObject([
      { to: 'eva.luz@cuenta.example', subject: expect.stringContaining('correo') },
    ]);
    expect(mails[0]?.text).toContain('e•••@otra.example');
    expect(mails[0]?.text).not.toContain('eva@otra.example');
  });

  it('is never mailed a password, and one that was generated undoes the link', async () => {
    const user = await created();
    const link = await linkOf(user);
    const set = { generate_password: true, motivo: 'joined' } as const;
    const generated = await node.access.admin.people.setPassword(admin, user, set);
    await expect(node.access.resets.check(link)).rejects.toMatchObject(refusalOf('reset_link_invalid'));
    expect(generated).toBeTypeOf('string');
    expect(await database.dump()).not.toContain(generated);
  });

  it('is told nothing once they may not be in', async () => {
    await node.decided(accountStream(node.account), 'AccountSuspended', { account: node.account });
    const user = await node.access.admin.changes.within(
      node.account,
      UPKEEP,
      { code: 'upkeep' },
      async (change) => {
        const id = randomUUID() as UserId;
        await node.access.admin.people.register(change, node.account, {
          id,
          role: 'auditor',
          userType: null,
          method: 'password',
          record: { ...leo(), position: null, area: null, code: null },
        });
        return id;
      },
    );
    expect(await invitations(user)).toEqual([]);
  });
});

it('the log shows the invitation to administrators, whole only where no mail leaves', async () => {
  const user = await created();
  const { token } = await linkOf(user);
  expect((await node.access.mailer.mails(node.account, 'kept', 'whole'))[0]?.text).toContain(token);
  expect((await node.access.mailer.mails(node.account, 'kept'))[0]?.text).not.toContain(token);
});
