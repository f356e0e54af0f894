import type { ClientBase } from 'pg';
import { BackupError } from './backup-error.ts';

/**
 * Advisory lock of a database, held by the connection: shared while a backup is made, alone while one is
 * restored. Whoever prunes kept tables takes it for his transaction, or leaves pruning for later: an event up
 * to which the log was copied may still refer to what would go.
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
