import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

export interface KeptColumn {
  readonly name: string;
  /** As a cast names it. */
  readonly type: string;
}

export interface KeptTable {
  /** As SQL names it. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  /** Those that are stored; what the database computes is left to it. */
  readonly columns: readonly KeptColumn[];
}

interface ForeignKey {
  readonly name: string;
  readonly definition: string;
  readonly from: string;
  readonly to: string;
}

export interface KeptTables {
  /** Each after those that it refers to. */
  readonly tables: readonly KeptTable[];
  /** Foreign keys that no order satisfies (circles, a table that refers to itself): SQL to leave and to set. */
  readonly circular: readonly { readonly drop: string; readonly add: string }[];
}

/** Every table of these schemas, found in the catalogue, so that a new one is kept without being told of. */
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
    // Nothing is free: a circle. It is opened at its first table, whose keys are set once all rows are there.
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

/** Sequences of these schemas that were drawn from, with their last value. */
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
 * Moves the sequences of these schemas to where the backup's stood.
 * @throws BackupError `newer_product` for one that is not there, or is none of theirs
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
