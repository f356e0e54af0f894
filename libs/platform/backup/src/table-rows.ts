import { escapeIdentifier } from '@cotejo/database/connections';
import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';
import { requireColumns, type KeptTable, type KeptTables } from './kept-tables.ts';
import { linesOf } from './lines.ts';
import type { TablePart } from './manifest.ts';

/** Bytes of rows fetched or written at once, as far as row sizes can be foreseen. */
const BATCH_BYTES = 1024 * 1024;
const FIRST_BATCH = 16;
const MAX_BATCH = 5_000;

/** Settings under which each type prints text that reads back as the exact value, independent of the session. */
const EXACT_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
`;

/** Begins a transaction that sees one moment, however long reading takes. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(EXACT_TEXT);
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;');
}

/** One line per row: a JSON array of the columns' texts. Counts into `counted`. */
export async function* readRows(
  client: ClientBase,
  table: KeptTable,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const texts = table.columns.map(({ name }) => `${escapeIdentifier(name)}::text`).join(', ');
  await client.query(
    `declare kept no scroll cursor for select array_to_json(array[${texts}])::text as row from ${table.id}`,
  );
  let batch = FIRST_BATCH;
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batch} from kept`);
    if (rows.length === 0) break;
    const lines = Buffer.from(`${rows.map(({ row }) => row).join('\n')}\n`);
    counted.rows += rows.length;
    yield lines;
    const fitting = Math.floor((BATCH_BYTES * rows.length) / lines.length);
    // Grows slowly, since the next rows may be longer.
    batch = Math.max(1, Math.min(fitting, batch * 4, MAX_BATCH));
  }
  await client.query('close kept');
}

/**
 * Writes the rows of one part; resolves with their number.
 * @throws BackupError `newer_product`, `inconsistent`
 */
export async function writeRows(
  client: ClientBase,
  table: KeptTable | undefined,
  part: TablePart,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  requireColumns(table, part.columns, `${part.schema}.${part.name}`);
  if (table === undefined) return 0;
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const names = part.columns.map((name) => escapeIdentifier(name)).join(', ');
  const values = part.columns.map((name, place) => `(r->>${place})::${types.get(name) ?? 'text'}`).join(', ');
  const insert = `insert into ${table.id} (${names}) overriding system value
                  select ${values} from json_array_elements($1::json) as r`;
  let rows = 0;
  let held: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (held.length === 0) return;
    const { rowCount } = await client.query(insert, [`[${held.join(',')}]`]);
    rows += rowCount ?? 0;
    held = [];
    bytes = 0;
  };
  for await (const line of linesOf(content)) {
    held.push(line.toString('utf8'));
    bytes += line.length;
    if (bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return rows;
}

/**
 * Counts the rows of a part without writing them.
 * @throws BackupError `inconsistent` for a line that is not a row of this table
 */
export async function countRows(part: TablePart, content: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const line of linesOf(content)) {
    const row = parseRow(line);
    if (row?.length !== part.columns.length)
      throw new BackupError('inconsistent', { part: `${part.schema}.${part.name}` });
    rows += 1;
  }
  return rows;
}

function parseRow(line: Buffer): readonly unknown[] | null {
  try {
    const row: unknown = JSON.parse(line.toString('utf8'));
    return Array.isArray(row) ? row : null;
  } catch {
    return null;
  }
}

/**
 * Begins the single transaction in which rows may be inserted in the order of the backup: user triggers are disabled,
 * since their effects are in the backup already, and circular keys are added back at the end.
 */
export async function beginWritingTables(
  client: ClientBase,
  { tables, circular }: KeptTables,
): Promise<void> {
  await client.query('begin');
  await client.query(EXACT_TEXT);
  for (const { id } of tables) await client.query(`alter table ${id} disable trigger user`);
  for (const { drop } of circular) await client.query(drop);
}

export async function finishWritingTables(
  client: ClientBase,
  { tables, circular }: KeptTables,
): Promise<void> {
  for (const { add } of circular) await client.query(add);
  for (const { id } of tables) await client.query(`alter table ${id} enable trigger user`);
  await client.query('commit');
}
