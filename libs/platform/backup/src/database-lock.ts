import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

/**
 * Advisory lock of a database, held by the connection: shared during a backup, exclusive during a restore. A job that
 * prunes kept tables takes it for its transaction, or postpones pruning: an event already copied with the log may refer
 * to rows that would be deleted.
 */
export const BACKUP_LOCK = '4011872291066528311';

/** @throws BackupError `busy` */
export const lockForBackup = (client: ClientBase): Promise<void> =>
  lock(client, 'pg_try_advisory_lock_shared');

/** @throws BackupError `busy` */
export const lockForRestore = (client: ClientBase): Promise<void> => lock(client, 'pg_try_advisory_lock');

async function lock(client: ClientBase, attempt: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${attempt}($1::bigint) as locked`, [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.locked) throw new BackupError('busy');
}
