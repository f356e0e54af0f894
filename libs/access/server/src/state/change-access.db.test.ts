import { randomUUID } from 'node:crypto';
import {
  accountStream,
  slotId,
  userStream,
  type AccountId,
  type Principal,
  type Role,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { decideSlot } from '@cotejo/access-domain';
import type { EventStore } from '@cotejo/event-store';
import { createPostgresEventStore, migrateEventStore } from '@cotejo/event-store/postgres';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAccess, type Access } from '../access.ts';
import { grantVault, vaultMigrations } from '../vault/create-vault.ts';

let database: TestDatabase;
let pool: Pool;
let store: EventStore;
/** Two nodes on one log. */
let node: Access;
let other: Access;
let account: AccountId;
let ada: UserId;
let eva: UserId;

const silent = { warn: () => undefined };
const start = (): Promise<Access> => startAccess({ pool, store, log: silent });
const UPKEEP = { name: 'system:test', actor: null } as const;

beforeAll(async () => {
  database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
  const source = new DataSource({ type: 'postgres', url: database.ownerUrl, migrations: vaultMigrations });
  await source.initialize();
  await source.runMigrations();
  await grantVault(source, new URL(database.appUrl).username);
  await source.destroy();
  pool = new Pool({ connectionString: database.appUrl });
  store = createPostgresEventStore({ connectionString: database.appUrl });
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  node = await start();
  other = await start();
  account = await node.people.openAccount(
    { name: `Cuenta ${randomUUID()}`, edition: 'internal' },
    UPKEEP.name,
  );
  ada = await registered('ada', 'admin', 'administrator');
  eva = await registered('eva', 'admin', 'administrator');
  await Promise.all([node.state.settle(), other.state.settle()]);
});
afterEach(async () => {
  await node.stop();
  await other.stop();
});

const registered = (name: string, role: Role, userType: UserType): Promise<UserId> =>
  node.people.registerUser(
    {
      accountId: account,
      username: name,
      firstName: name,
      lastName: 'Ruiz',
      email: `${name}@cuenta.example`,
      role,
      userType,
      password: null,
    },
    UPKEEP.name,
  );
const principal = (user: UserId): Principal => {
  const found = node.state.principalOf(account, user);
  if (found === null) throw new Error('nobody');
  return found;
};
const lock = (at: Access, by: Principal, user: UserId, text?: string): Promise<void> =>
  at.admin.people.apply(by, user, { kind: 'lock' }, { code: 'security', text });
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
async function typesOf(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of store.read(stream)) types.push(type);
  return types;
}

it('of two administrators who lock each other on two nodes, one stays', async () => {
  const [byAda, byEva] = [principal(ada), principal(eva)];
  const outcomes = await Promise.allSettled([lock(node, byAda, eva), lock(other, byEva, ada)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toEqual(refusal('access_not_authorized'));
  const locked = [ada, eva].filter((user) => node.state.known.users.get(user)?.locked);
  expect(locked).toHaveLength(1);
});

it('gives one slot to one person, however many ask for it at once on both nodes', async () => {
  const slot = slotId.parse(randomUUID());
  await node.admin.changes.within(account, UPKEEP, { code: 'upkeep' }, (change) =>
    change.ofAccount((facts, known, by) =>
      decideSlot(
        facts,
        known,
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
    ),
  );
  const by = principal(ada);
  const asked = [node, other, node, other].map((at, index) =>
    at.admin.slots.assign(
      by,
      slot,
      {
        first_name: 'Leo',
        last_name: 'Paz',
        email: `leo${index}@cuenta.example`,
        role: 'JR',
        motivo: 'joined',
      },
      undefined,
    ),
  );
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await node.state.settle();
  expect(node.state.people(account).filter(({ firstName }) => firstName === 'Leo')).toHaveLength(1);
});

it('is seen by every node, and by one that starts later', async () => {
  await lock(node, principal(ada), eva);
  const later = await start();
  await other.state.settle();
  for (const one of [node, other, later]) {
    expect(one.state.principalOf(account, eva)).toBeNull();
    expect(one.state.principalOf(account, ada)).not.toBeNull();
  }
  await later.stop();
});

it('keeps the words of a reason in the vault alone, and only where something was written', async () => {
  const words = `Lo pidió ${randomUUID()}`;
  await expect(lock(node, principal(ada), ada, words)).rejects.toEqual(refusal('own_access'));
  const kept = async () =>
    (await pool.query('select from vault.access_note where text = $1', [words])).rowCount;
  expect(await kept()).toBe(0);
  await lock(node, principal(ada), eva, words);
  expect(await kept()).toBe(1);
  const { rows } = await pool.query<{ dump: string }>('select json_agg(e)::text as dump from es.event e');
  expect(rows[0]?.dump).not.toContain(words);
  expect((await node.admin.history.ofPerson(account, eva))[0]).toMatchObject({
    type: 'UserLocked',
    motivo: 'security',
    motivo_texto: words,
    author: 'ada Ruiz',
  });
});

it('writes nothing that a living node could not read', async () => {
  node.admin.changes.askBeforeWriting((type) => type !== 'UserLocked');
  await expect(lock(node, principal(ada), eva)).rejects.toEqual(refusal('unavailable'));
  expect(await typesOf(userStream(eva))).toEqual(['UserRegistered']);
});

it('goes on with a registration that stopped between its two streams', async () => {
  const key = randomUUID();
  const slot = slotId.parse(randomUUID());
  await node.admin.changes.within(account, UPKEEP, { code: 'upkeep' }, (change) =>
    change.ofAccount((facts, known, by) =>
      decideSlot(
        facts,
        known,
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
    ),
  );
  const by = principal(ada);
  const body = {
    first_name: 'Ivo',
    last_name: 'Paz',
    email: 'ivo@cuenta.example',
    role: 'JR',
    motivo: 'joined',
  } as const;
  // The slot can be claimed, but the user not be registered yet.
  node.admin.changes.askBeforeWriting((type) => type !== 'UserRegistered');
  await expect(node.admin.slots.assign(by, slot, body, key)).rejects.toEqual(refusal('unavailable'));
  node.admin.changes.askBeforeWriting(() => true);
  expect(await node.admin.slots.assign(by, slot, body, key)).toBe(slot);
  const types = await typesOf(accountStream(account));
  expect(types.filter((type) => type === 'SlotAssigned')).toHaveLength(1);
  expect(node.state.people(account).map(({ username }) => username)).toContain('ivo.paz');
});

it('lets accounts change beside each other: one that takes long keeps no other waiting', async () => {
  const another = await node.people.openAccount(
    { name: `Cuenta ${randomUUID()}`, edition: 'internal' },
    UPKEEP.name,
  );
  const { changes } = node.admin;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const done: string[] = [];
  const first = changes.inTurn(account, () => held).then(() => done.push('first'));
  const second = changes.inTurn(account, () => Promise.resolve()).then(() => done.push('second'));
  await changes.inTurn(another, () => Promise.resolve());
  expect(done).toEqual([]);
  go();
  await Promise.all([first, second]);
  expect(done).toEqual(['first', 'second']);
});

it('leaves connections for the work, however many accounts change at once', async () => {
  const accounts = Array.from({ length: 30 }, () => randomUUID() as AccountId);
  const { changes } = node.admin;
  await Promise.all(
    accounts.map((one) => changes.inTurn(one, async () => void (await pool.query('select pg_sleep(0.01)')))),
  );
});

it('refuses whoever lost the right for it while they waited for their turn', async () => {
  const leo = await registered('leo', 'auditor', 'auditor');
  await node.state.settle();
  const by = principal(ada);
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const before = node.admin.changes.inTurn(account, () => held);
  const asked = lock(node, by, leo);
  asked.catch(() => undefined);
  await store.append({
    stream: userStream(ada),
    expected: 'exists',
    events: [
      {
        id: randomUUID(),
        type: 'UserRoleChanged',
        schemaVersion: 1,
        data: { user: ada, role: 'manager', customRole: null, because: { code: 'requested', note: null } },
        meta: { actor: UPKEEP.name, at: new Date().toISOString(), account },
      },
    ],
  });
  go();
  await before;
  await expect(asked).rejects.toEqual(refusal('access_not_authorized'));
  expect(node.state.known.users.get(leo)?.locked).toBe(false);
});
