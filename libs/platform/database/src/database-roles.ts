import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { createClient, escapeIdentifier, escapeLiteral } from './connections.ts';

/** Superuser of the embedded cluster; the product never works as this role. */
export const ADMIN_ROLE = 'cotejo_admin';
/** Owns the schema and runs the migrations. */
export const OWNER_ROLE = 'cotejo_owner';
/** Role of the running product: no DDL, and only the rights granted by migrations. */
export const APP_ROLE = 'cotejo_app';
export const DATABASE_NAME = 'cotejo';

export interface RolePasswords {
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
}

/** Derives each role's password from the folder's secret. */
export function derivePasswords(secret: string): RolePasswords {
  const derive = (role: string) => createHmac('sha256', secret).update(role).digest('base64url');
  return { admin: derive(ADMIN_ROLE), owner: derive(OWNER_ROLE), app: derive(APP_ROLE) };
}

/** Connection URL of a role on the local cluster. */
export function localUrl(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** Runs `work` on one connection, which is closed afterwards in any case. */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectMs = 10_000,
): Promise<T> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: connectMs });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the two roles, or sets their passwords again; may be repeated at each start. */
export async function ensureRoles(adminUrl: string, passwords: Omit<RolePasswords, 'admin'>): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [APP_ROLE, passwords.app],
    ] as const) {
      const found = await client.query('select from pg_roles where rolname = $1', [role]);
      const verb = found.rowCount === 0 ? 'create' : 'alter';
      await client.query(
        `${verb} role ${role} login nosuperuser nocreatedb nocreaterole password ${escapeLiteral(password)}`,
      );
    }
  });
}

/**
 * Creates database `name` if it doesn't exist: the owner role owns it and its schemas; the application role may
 * connect, use `public`, and read and write rows of the owner's tables in `public`. Other schemas (the event store's)
 * grant their own rights.
 */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      await client.query(`create database ${escapeIdentifier(name)} owner ${OWNER_ROLE} template template0`);
    }
    await client.query(`revoke all on database ${escapeIdentifier(name)} from public`);
    await client.query(`grant connect on database ${escapeIdentifier(name)} to ${APP_ROLE}`);
  });
  const inside = new URL(adminUrl);
  inside.pathname = `/${name}`;
  await withConnection(inside.toString(), async (client) => {
    await client.query(`
      alter schema public owner to ${OWNER_ROLE};
      revoke all on schema public from public;
      grant usage on schema public to ${APP_ROLE};
      alter default privileges for role ${OWNER_ROLE} in schema public
        grant select, insert, update, delete on tables to ${APP_ROLE};
      alter default privileges for role ${OWNER_ROLE} in schema public
        grant usage, select on sequences to ${APP_ROLE};
    `);
  });
}

/** Runs `work` as the schema's owner (migrations, grants); the connection closes with it. */
export function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, work);
}
