import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

export interface KeptColumn {
  readonly name: string;
  /** Type name as used in a cast. */
  readonly type: string;
}

export interface KeptTable {
  /** Qualified and escaped name for SQL. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** Stored columns only; generated ones are left to the database. */
  readonly columns: readonly KeptColumn[];
}

interface ForeignKey {
  readonly name: string;
  readonly definition: string;
  readonly from: string;
  readonly to: string;
}

export interface KeptTables {
  /** In the order of foreign keys: referenced tables first. */
  readonly tables: readonly KeptTable[];
  /** Foreign keys that no order satisfies (cycles, self-references): SQL to drop and to add them. */
  readonly circular: readonly { readonly drop: string; readonly add: string }[];
}

/** All tables of these schemas, read from the catalogue, so that a new table is included without configuration. */
export async function findKeptTables(client: ClientBase, schemas: readonly string[]): Promise<KeptTables> {
  const { rows: tables } = await client.query<KeptTable>(
    `select format('%I.%I', n.nspname, c.relname) as id, n.nspname as schema, c.relname as name,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                     order by a.attnum) as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
      group by 1, 2, 3 order by 1`,
    [schemas],
  );
  const { rows: keys } = await client.query<ForeignKey>(
    `select k.conname as name, pg_get_constraintdef(k.oid) as definition,
            format('%I.%I', n.nspname, c.relname) as "from", format('%I.%I', m.nspname, d.relname) as "to"
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_class d on d.oid = k.confrelid join pg_namespace m on m.oid = d.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [schemas],
  );
  return inForeignKeyOrder(tables, keys);
}

function inForeignKeyOrder(tables: readonly KeptTable[], keys: readonly ForeignKey[]): KeptTables {
  const ordered: KeptTable[] = [];
  const circular: ForeignKey[] = [];
  const left = new Map(tables.map((table) => [table.id, table]));
  const waits = ({ from, to }: ForeignKey): boolean => left.has(from) && left.has(to);
  while (left.size > 0) {
    const free = [...left.keys()].filter((id) => !keys.some((key) => key.from === id && waits(key)));
    // No table is free: a cycle. It is broken at its first table, whose keys are added once all rows are there.
    const next = free.length > 0 ? free : [...left.keys()].slice(0, 1);
    for (const id of next) {
      circular.push(...keys.filter((key) => key.from === id && waits(key)));
      const table = left.get(id);
      if (table) ordered.push(table);
      left.delete(id);
    }
  }
  return {
    tables: ordered,
    circular: circular.map(({ from, name, definition }) => ({
      drop: `alter table ${from} drop constraint ${escapeIdentifier(name)}`,
      add: `alter table ${from} add constraint ${escapeIdentifier(name)} ${definition}`,
    })),
  };
}

/** Used sequences of these schemas, with their last value. */
export async function readSequences(
  client: ClientBase,
  schemas: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
       from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Sets the sequences of these schemas to the values in the backup.
 * @throws BackupError `newer_product` for a sequence that these schemas do not have
 */
export async function setSequences(
  client: ClientBase,
  schemas: readonly string[],
  sequences: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = any($1)`,
    [schemas],
  );
  const known = new Set(rows.map(({ name }) => name));
  for (const [name, value] of Object.entries(sequences)) {
    if (!known.has(name)) throw new BackupError('newer_product', { what: name });
    await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
  }
}

/** Names of the migrations that made the kept tables, oldest first; none where TypeORM never ran. */
export async function readMigrations(client: ClientBase): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migrations') is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id');
  return rows.map(({ name }) => name);
}

/** @throws BackupError `newer_product` when the target lacks a table or column that the backup has */
export function requireColumns(table: KeptTable | undefined, wanted: readonly string[], of: string): void {
  const known = new Set(table?.columns.map(({ name }) => name));
  const missing = wanted.find((name) => !known.has(name));
  if (table === undefined || missing !== undefined)
    throw new BackupError('newer_product', { what: missing === undefined ? of : `${of}.${missing}` });
}
