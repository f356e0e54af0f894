import type { LogArchive } from '@cotejo/event-store/archive';
import { createClient } from '@cotejo/database/connections';
import { BackupContent, type ContentOptions } from './backup-content.ts';
import { lockForBackup } from './database-lock.ts';
import { requirePassphrase } from './derive-keys.ts';
import { logSource } from './log-part.ts';
import type { Manifest } from './manifest.ts';
import { writeBackupFile, type BackupFileOptions } from './write-backup-file.ts';
import { refuseExisting } from './write-new-file.ts';

export interface CreateOptions extends Omit<ContentOptions, 'log'>, BackupFileOptions {
  readonly log: LogArchive;
  /** Connects as a role that may read every kept table. */
  readonly databaseUrl: string;
}

export interface CreatedBackup {
  readonly manifest: Manifest;
  /** Size of the file. */
  readonly bytes: number;
  /** Size of its content, before compression. */
  readonly contentBytes: number;
}

/**
 * Writes a full backup into one sealed file, with or without a running server. The log is copied first, then the tables
 * at one later moment, then the files, so that everything referenced by an event is included.
 * @throws BackupError `passphrase_short`, `target_exists`, `not_writable`, `disk_full`, `busy`
 */
export async function createBackup(options: CreateOptions): Promise<CreatedBackup> {
  requirePassphrase(options.passphrase);
  await refuseExisting(options.file);
  const client = createClient({
    connectionString: options.databaseUrl,
    application_name: 'cotejo-backup',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await lockForBackup(client);
    const log = await logSource(options.log, options.signal);
    const content = new BackupContent(client, { ...options, log });
    const bytes = await writeBackupFile(options, content.frames());
    const { manifest, contentBytes } = content;
    if (manifest === null) throw new Error('a backup ended without its manifest');
    return { manifest, bytes, contentBytes };
  } finally {
    await client.end().catch(() => undefined);
  }
}
