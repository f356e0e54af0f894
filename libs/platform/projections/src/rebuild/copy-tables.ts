import { escapeIdentifier, escapeLiteral } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { ProjectionError } from '../projection-error.ts';
import { LIVE_SCHEMA, type Projector } from '../projector.ts';
import { describeTables, listTies, qualified, type TableDescription } from './describe-tables.ts';

/**
 * Creates schema `schema` with empty copies of a projector's tables. Keys and indexes keep their names, unlike with
 * `like … including indexes`: later migrations refer to them by name.
 * @throws ProjectionError `tables`
 */
export async function copyTables(
  client: ClientBase,
  { name, tables }: Projector,
  schema: string,
): Promise<void> {
  const originals = await describeTables(client, LIVE_SCHEMA, tables);
  const missing = tables.filter((table) => !originals.some((original) => original.table === table));
  if (missing.length > 0) {
    throw new ProjectionError('tables', name, `not in schema ${LIVE_SCHEMA}: ${missing.join(', ')}`);
  }
  const ties = await listTies(client, tables);
  if (ties.length > 0) {
    throw new ProjectionError('tables', name, `cannot be built beside what is read: ${ties.join(', ')}`);
  }
  await client.query(`create schema ${escapeIdentifier(schema)}`);
  await copySchemaRights(client, schema);
  for (const original of originals) await client.query(copyStatements(original, schema).join(';\n'));
}

function copyStatements(original: TableDescription, schema: string): string[] {
  const { table, options, comment, keys, grants } = original;
  const copy = qualified(schema, table);
  const withOptions = options.length > 0 ? ` with (${options.join(', ')})` : '';
  const source = qualified(LIVE_SCHEMA, table);
  const statements = [`create table ${copy} (like ${source} including all excluding indexes)${withOptions}`];
  if (comment !== null) statements.push(`comment on table ${copy} is ${escapeLiteral(comment)}`);
  for (const { name, constraint, unique, method } of keys) {
    const id = escapeIdentifier(name);
    statements.push(
      constraint === null
        ? `create ${unique ? 'unique ' : ''}index ${id} on ${copy} using ${method}`
        : `alter table ${copy} add constraint ${id} ${constraint}`,
    );
  }
  // Default privileges may have granted more than the original has.
  for (const role of new Set(grants.map((grant) => grant.role))) {
    statements.push(`revoke all on ${copy} from ${roleOf(role)}`);
  }
  for (const { role, right, pass } of grants) {
    statements.push(`grant ${right} on ${copy} to ${roleOf(role)}${pass ? ' with grant option' : ''}`);
  }
  return statements;
}

/** Grants usage of the copy's schema to every role that has it on the live schema. */
async function copySchemaRights(client: ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ role: string | null }>(
    `select r.rolname as role from pg_namespace n, aclexplode(n.nspacl) g left join pg_roles r on r.oid = g.grantee
      where n.nspname = $1 and g.privilege_type = 'USAGE' and g.grantee <> n.nspowner`,
    [LIVE_SCHEMA],
  );
  for (const { role } of rows) {
    await client.query(`grant usage on schema ${escapeIdentifier(schema)} to ${roleOf(role)}`);
  }
}

const roleOf = (role: string | null): string => (role === null ? 'public' : escapeIdentifier(role));
