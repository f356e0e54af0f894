import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A random key shared by all nodes of this database; created on first use. */
export async function serverSecret(pool: Pool, name: string): Promise<Buffer> {
  await pool.query('insert into vault.secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    randomBytes(32),
  ]);
  const { rows } = await pool.query<{ value: Buffer }>('select value from vault.secret where name = $1', [
    name,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The secret ${name} vanished`);
  return row.value;
}
