import type { Pool, PoolClient } from 'pg';
import type { ProjectionTransaction } from './projector.ts';

/**
 * Runs `work` in a READ COMMITTED transaction. A process that is stopped in the middle of it loses the
 * transaction after `idleTimeoutMs`, so that whoever takes over does not wait for its locks.
 */
export async function writeTransaction<T>(
  pool: Pool,
  idleTimeoutMs: number,
  work: (tx: ProjectionTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error) => (broken = error);
  client.on('error', onBroken);
  try {
    await client.query(
      `begin isolation level read committed; set local idle_in_transaction_session_timeout = ${Math.ceil(idleTimeoutMs)}`,
    );
    const result = await work(transactionOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => (broken ??= cause));
    throw error;
  } finally {
    client.off('error', onBroken);
    client.release(broken);
  }
}

function transactionOn(client: PoolClient): ProjectionTransaction {
  return {
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    },
  };
}
