import { randomUUID } from 'node:crypto';
import { accessCalls, accessEvents, type SessionData } from '@cotejo/access-contracts';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from '../whole-server/asked-calls.fixture.ts';
import { migrateDatabase } from '../configuration/database-schemas.ts';
import { StartedServer } from '../started-server.fixture.ts';

const { people, oneself, account } = accessCalls;
const PASSWORD = 'tres-loros-verdes-cantan';
/** Event types known to every release. */
const SINCE_EVER = ['AccountOpened', 'UserRegistered', 'SignedIn', 'SignedOut'];

let database: TestDatabase;
let pool: pg.Pool;
let started: StartedServer;
let ask: AskedCalls;
let admin: SessionData;
let other: SessionData;

/** Id of a node of the previous release, which sends heartbeats. */
const older = randomUUID();

beforeAll(async () => {
  database = await testDatabase();
  await migrateDatabase(database.ownerUrl, database.appUrl);
  pool = new pg.Pool({ connectionString: database.appUrl });
  const reads = Object.fromEntries(SINCE_EVER.map((type) => [type, 1]));
  await pool.query(
    `insert into es.node (node_id, reads, seen_at) values ($1, $2, clock_timestamp() + interval '1 hour')`,
    [older, JSON.stringify(reads)],
  );
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    COTEJO_SEED_DEMO: '0',
  });
  ask = new AskedCalls(started);
  for (const username of ['jefa.cauca', 'leo.cauca']) {
    await started.server.foundation.access.admin.accounts.install('system:test', {
      name: 'Firma Cauca',
      edition: 'firm',
      record: {
        ...{ username, first_name: 'Ana', last_name: 'Ruiz', email: `${username}@firma.example` },
        ...{ position: null, area: null, code: null },
      },
      password: PASSWORD,
    });
  }
  [admin, other] = [await signedIn('jefa.cauca'), await signedIn('leo.cauca')];
});
afterAll(async () => {
  await started.stop();
  await pool.end();
  await database.drop();
});

async function signedIn(username: string): Promise<SessionData> {
  const session = await ask.signingIn(username, PASSWORD);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

const typesWritten = async (): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ type: string }>(
    `select distinct type from es.event where stream_id like 'user-%' or stream_id like 'account-%'`,
  );
  return rows.map(({ type }) => type).sort();
};

const lock = () => ({ params: { id: other.user.id }, body: { locked: true } });

describe('while a node of the release before lives', () => {
  it('people sign in and out, and are registered, as they were', async () => {
    const session = await signedIn('leo.cauca');
    await started.post('/logout/', session).expect(200);
    expect(await typesWritten()).toEqual([...SINCE_EVER].sort());
  });

  it('nothing is written that it could not read: not by administrators, nor by people about themselves', async () => {
    expect(await ask.refusal(admin, people.lock, lock())).toBe('503 unavailable');
    const rules = { body: { required: true } };
    expect(await ask.refusal(admin, account.requireSecondFactor, rules)).toBe('503 unavailable');
    const event = { body: { event: 'first_steps_video' } };
    expect(await ask.refusal(other, oneself.recordEvent, event)).toBe('503 unavailable');
    expect(await typesWritten()).toEqual([...SINCE_EVER].sort());
    expect(await ask.answer(other, oneself.me)).toMatchObject({ username: 'leo.cauca' });
  });

  it('knows nothing of what is new in this release', () => {
    const types = Object.keys(accessEvents.reads);
    expect(types).toEqual(expect.arrayContaining(SINCE_EVER));
    expect(types.length).toBeGreaterThan(40);
  });
});

it('once it is gone, everything is written again', async () => {
  await pool.query('delete from es.node where node_id = $1', [older]);
  // This node checks the other nodes every five seconds.
  await expect
    .poll(() => ask.refusal(admin, people.lock, lock()), { interval: 500 })
    .not.toBe('503 unavailable');
  await expect.poll(typesWritten).toContain('UserLocked');
});
