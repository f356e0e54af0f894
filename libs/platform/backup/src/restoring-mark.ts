import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

/**
 * Marks an unfinished restore, in the database and, with an embedded database, in the data folder. Everything beside a
 * mark was written by that restore and may be deleted.
 */
const FILE = 'restoring';
const TABLE = 'public.cotejo_restoring';

/** Excludes schemas of Postgres and of its extensions. */
const OURS = `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend d where d.objid = n.oid and d.classid = 'pg_namespace'::regclass and d.deptype = 'e')`;
const NOT_OF_EXTENSION = `
  not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

export const isFolderMarked = (dataDir: string): boolean => existsSync(join(dataDir, FILE));

/**
 * Creates the data folder with a mark; one left by an interrupted restore is accepted.
 * @throws BackupError `not_empty`
 */
export async function markFolder(dataDir: string): Promise<void> {
  if (isFolderMarked(dataDir)) return;
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0)
    throw new BackupError('not_empty', { place: dataDir });
  const isNew = (await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined;
  // When run as root, the database's own user must be able to traverse the folder.
  if (isNew) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const handle = await open(join(dataDir, FILE), 'w', 0o600);
  await handle.sync();
  await handle.close();
}

export const unmarkFolder = (dataDir: string): Promise<void> => rm(join(dataDir, FILE), { force: true });

export async function isDatabaseMarked(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass($1) is not null as marked`, [
    TABLE,
  ]);
  return rows[0]?.marked === true;
}

/** Records the schemas that existed before: all others may be dropped. */
export async function markDatabase(client: ClientBase, before: 'what is there' | 'nothing'): Promise<void> {
  const schemas = before === 'nothing' ? `where nspname = 'public'` : '';
  await client.query(`create table ${TABLE} as select nspname::text as schema from pg_namespace ${schemas}`);
}

export async function unmarkDatabase(client: ClientBase): Promise<void> {
  await client.query(`drop table ${TABLE}`);
}

/** @throws BackupError `not_empty`, naming a table found */
export async function requireEmptyDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: string; database: string }>(
    `select format('%I.%I', n.nspname, c.relname) as found, current_database() as database
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'm', 'f', 'S') and ${OURS} and ${NOT_OF_EXTENSION}
      order by 1 limit 1`,
  );
  const [row] = rows;
  if (row !== undefined) throw new BackupError('not_empty', { place: `${row.database} (${row.found})` });
}

/** Deletes the content written by an interrupted restore. The mark stays. */
export async function wipeMarkedDatabase(client: ClientBase): Promise<void> {
  const { rows: schemas } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
      where ${OURS} and not exists (select from ${TABLE} m where m.schema = n.nspname)`,
  );
  for (const { name } of schemas) await client.query(`drop schema ${escapeIdentifier(name)} cascade`);
  const { rows: tables } = await client.query<{ id: string }>(
    `select format('%I.%I', n.nspname, c.relname) as id
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = 'public' and c.oid <> $1::regclass and ${NOT_OF_EXTENSION}`,
    [TABLE],
  );
  for (const { id } of tables) await client.query(`drop table if exists ${id} cascade`);
}
