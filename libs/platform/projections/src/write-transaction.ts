import { escapeLiteral } from '@cotejo/database/connections';
import type { Pool, PoolClient } from 'pg';
import type { ProjectionTransaction } from './projector.ts';

export interface WriteOptions {
  readonly schema: string;
  /** Milliseconds without a statement after which the server ends the transaction, in case the process was stopped. */
  readonly idleTimeoutMs: number;
  /** Owner of the transaction, so that its sessions can be ended after a takeover. */
  readonly owner?: string;
  /**
   * False lets a crash of the database undo the last transactions. Safe for rows folded from the log: rows and
   * checkpoint are one transaction, and undone batches are written again. Appends then need not wait for a disk that is
   * busy with rows that can be rebuilt.
   */
  readonly durable?: boolean;
}

/** Runs `work` in a READ COMMITTED transaction. */
export async function writeTransaction<T>(
  pool: Pool,
  options: WriteOptions,
  work: (tx: ProjectionTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBroken = (error: Error) => (broken = error);
  client.on('error', onBroken);
  try {
    await client.query(openingOf(options));
    const result = await work(transactionOn(client, options.schema));
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

/** Application name of an owner's sessions in `pg_stat_activity`. */
export const sessionNameOf = (owner: string): string => `cotejo-projector ${owner.slice(-12)}`;

function openingOf({ idleTimeoutMs, owner, durable = true }: WriteOptions): string {
  const settings = [`set local idle_in_transaction_session_timeout = ${Math.ceil(idleTimeoutMs)}`];
  if (owner !== undefined)
    settings.push(`set local application_name = ${escapeLiteral(sessionNameOf(owner))}`);
  if (!durable) settings.push('set local synchronous_commit = off');
  return ['begin isolation level read committed', ...settings].join('; ');
}

function transactionOn(client: PoolClient, schema: string): ProjectionTransaction {
  return {
    schema,
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    },
  };
}
