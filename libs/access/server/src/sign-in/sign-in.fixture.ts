import { randomUUID } from 'node:crypto';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { EventStore, JsonObject } from '@cotejo/event-store';
import { createPostgresEventStore, migrateEventStore } from '@cotejo/event-store/postgres';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { startAccess, type Access, type AccessOptions } from '../access.ts';
import { grantVault, vaultMigrations } from '../vault/create-vault.ts';
import type { OpenedSession } from './sessions.ts';
import type { SignInStep } from './sign-in.ts';

export const PASSWORD = 'una-clave-larga-2026';
const BROWSER = { ip: '10.0.0.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Firefox/141.0' };

/** A database with vault and event log. */
export class AccessDatabase {
  private constructor(
    private readonly database: TestDatabase,
    readonly pool: Pool,
    readonly store: EventStore,
  ) {}

  static async make(): Promise<AccessDatabase> {
    const database = await testDatabase();
    const appRole = new URL(database.appUrl).username;
    await migrateEventStore(database.ownerUrl, { appRole });
    const source = new DataSource({ type: 'postgres', url: database.ownerUrl, migrations: vaultMigrations });
    await source.initialize();
    await source.runMigrations();
    await grantVault(source, appRole);
    await source.destroy();
    const pool = new Pool({ connectionString: database.appUrl });
    return new AccessDatabase(
      database,
      pool,
      createPostgresEventStore({ connectionString: database.appUrl }),
    );
  }

  async drop(): Promise<void> {
    await this.store.close();
    await this.pool.end();
    await this.database.drop();
  }

  /** All content of vault and log, as text. */
  async dump(): Promise<string> {
    const { rows: tables } = await this.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'vault'`,
    );
    const parts = await Promise.all(
      [...tables.map(({ name }) => `vault."${name}"`), 'es.event'].map(async (table) => {
        const { rows } = await this.pool.query<{ dump: string | null }>(
          `select json_agg(t)::text as dump from ${table} t`,
        );
        return rows[0]?.dump ?? '';
      }),
    );
    return parts.join('\n');
  }
}

/** A node on the database with one account and a clock controlled by the test. */
export class AccessNode {
  private constructor(
    readonly access: Access,
    readonly database: AccessDatabase,
    private readonly clock: { now: Date },
    readonly account: AccountId,
  ) {}

  static async start(
    database: AccessDatabase,
    options: Pick<AccessOptions, 'installation' | 'terms'> & { readonly demo?: boolean } = {},
  ): Promise<AccessNode> {
    const { demo = false, ...rest } = options;
    const { pool, store } = database;
    const clock = { now: new Date('2026-03-01T10:00:00.000Z') };
    const log = { warn: () => undefined };
    const access = await startAccess({ pool, store, log, now: () => clock.now, ...rest });
    const account = await access.people.openAccount(
      { name: `Cuenta ${randomUUID()}`, edition: 'internal', demo },
      'system:test',
    );
    await access.state.settle();
    return new AccessNode(access, database, clock, account);
  }

  get now(): Date {
    return this.clock.now;
  }

  later(seconds: number): void {
    this.clock.now = new Date(this.clock.now.getTime() + seconds * 1000);
  }

  async register(username: string, given: { role?: 'auditor' | 'admin' } = {}): Promise<UserId> {
    const { role = 'auditor' } = given;
    const user = await this.access.people.registerUser(
      {
        accountId: this.account,
        username,
        firstName: 'Ana',
        lastName: 'Gil',
        email: `${username}@cuenta.example`,
        role,
        userType: role === 'admin' ? 'administrator' : 'auditor',
        password: PASSWORD,
      },
      'system:test',
    );
    await this.access.state.settle();
    return user;
  }

  /** Appends an administrator's decision. */
  async decided(stream: string, type: string, data: JsonObject): Promise<void> {
    const because = { code: 'requested', note: null };
    await this.database.store.append({
      stream,
      expected: 'exists',
      events: [
        {
          id: randomUUID(),
          type,
          schemaVersion: 1,
          data: { ...data, because },
          meta: { actor: 'system:test', at: this.now.toISOString(), account: this.account },
        },
      ],
    });
    await this.access.state.settle();
  }

  step(username: string, password = PASSWORD, ip = BROWSER.ip): Promise<SignInStep> {
    const { account } = this;
    return this.access.signIn.signIn({ username, password, pkg: 'audit', account, ...BROWSER, ip });
  }

  async signIn(username: string, password = PASSWORD): Promise<OpenedSession> {
    const step = await this.step(username, password);
    if (step.kind !== 'session') throw new Error('a code was asked for');
    return step.session;
  }

  /** Secret of the code challenge. */
  async challenge(username: string): Promise<string> {
    const step = await this.step(username);
    if (step.kind !== 'code') throw new Error('no code was asked for');
    return step.challenge.w;
  }

  give(username: string, w: string, code: string): Promise<OpenedSession> {
    return this.access.signIn.giveCode({ username, w, code, ...BROWSER });
  }

  /** Mails to a user, newest last. */
  async mails(user: UserId): Promise<readonly { readonly kind: string; readonly text: string }[]> {
    await this.access.resets.settle();
    const { rows } = await this.database.pool.query<{ kind: string; text: string }>(
      'select kind, text from vault.mail where user_id = $1 order by created_at, id',
      [user],
    );
    return rows;
  }

  stop(): Promise<void> {
    return this.access.stop();
  }
}

/** Matches a refusal with this code. */
export const refusalOf = (code: string) => ({ name: 'Refusal', code });
