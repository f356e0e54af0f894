import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { APP_ROLE, OWNER_ROLE, ensureDatabase, ensureRoles, withConnection } from '@cotejo/database';
import { inject } from 'vitest';
import './start-test-postgres.ts';

export interface TestDatabase {
  readonly name: string;
  /** URL for the role that owns the database and its schemas. */
  readonly ownerUrl: string;
  /** URL for the unprivileged role of the running product. */
  readonly appUrl: string;
  /** Drops the database, ending remaining sessions. */
  drop(): Promise<void>;
}

/** Roles belong to the whole cluster, so all tests share their password. */
const PASSWORD = 'test';
/** Arbitrary number: test files that create the same roles concurrently must queue. */
const ROLES_LOCK = 727_001;
/** Milliseconds. Sessions left afterwards are intended: a process killed by a test does not disconnect. */
const GOODBYE_MS = 5_000;
const STEP_MS = 10;

/**
 * A fresh, empty database with the roles and grants of the real one, for a `*.db.test.ts`; or a copy of the database
 * `model`, which must have no connections. Drop it in `afterAll`.
 */
export async function testDatabase(model?: string): Promise<TestDatabase> {
  const adminUrl = inject('testPostgres');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await withConnection(adminUrl, async (lock) => {
    // Held by this session until its connection ends.
    await lock.query('select pg_advisory_lock($1)', [ROLES_LOCK]);
    await ensureRoles(adminUrl, { owner: PASSWORD, app: PASSWORD });
    if (model !== undefined)
      await lock.query(`create database ${name} owner ${OWNER_ROLE} template ${model}`);
    await ensureDatabase(adminUrl, name);
  });
  const urlOf = (role: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = PASSWORD;
    url.pathname = `/${name}`;
    return url.toString();
  };
  return {
    name,
    ownerUrl: urlOf(OWNER_ROLE),
    appUrl: urlOf(APP_ROLE),
    async drop() {
      await withConnection(adminUrl, async (client) => {
        await untilLeft(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}

/** The connection type passed to `withConnection`'s callback. */
type Connection = Parameters<Parameters<typeof withConnection>[1]>[0];

/** An ended pool may still be disconnecting: cut off, it would report an error to a test that is over. */
export async function untilLeft(client: Connection, database: string): Promise<void> {
  for (let waited = 0; waited < GOODBYE_MS && (await sessionsOf(client, database)) > 0; waited += STEP_MS) {
    await setTimeout(STEP_MS);
  }
}

async function sessionsOf(client: Connection, database: string): Promise<number> {
  const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database]);
  return rowCount ?? 0;
}
