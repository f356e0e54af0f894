import type { LogArchive } from '@cotejo/event-store/archive';
import { createClient } from '@cotejo/database/connections';
import type { Client } from 'pg';
import { BackupError } from './backup-error.ts';
import { lockForRestore } from './database-lock.ts';
import { publishFiles, removeFiles, requireNoFiles, writeKeptFile, type KeptFiles } from './kept-files.ts';
import { findKeptTables, setSequences } from './kept-tables.ts';
import { headsOf, importContent } from './log-part.ts';
import { readAbout, type About } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { readParts, type PartReader, type ReadBackup, type ReadPartsOptions } from './read-parts.ts';
import {
  isDatabaseMarked,
  markDatabase,
  requireEmptyDatabase,
  unmarkDatabase,
  wipeMarkedDatabase,
} from './restoring-mark.ts';
import { beginWritingTables, countRows, finishWritingTables, writeRows } from './table-rows.ts';

export interface RestoreOptions extends ReadPartsOptions {
  /** Connects as the owner of the database. */
  readonly ownerUrl: string;
  readonly schemas: readonly string[];
  readonly files: KeptFiles;
  /**
   * The database is in the product's own data folder and left by an interrupted restore: its content may be deleted.
   */
  readonly takeOver: boolean;
  /** Tables that stay empty, `schema.name`: their rows must not survive a restore. */
  readonly leaveEmpty: readonly string[];
  /** Brings the empty database to the state of the backup's: its log schema, and these migrations and no later ones. */
  readonly prepare: (about: About) => Promise<void>;
  /** Opens the log of the prepared database. */
  readonly openLog: () => Promise<LogArchive>;
}

/**
 * Writes a checked backup (`checkBackup`) into an empty database, or one left by an interrupted restore, and verifies
 * the result. Until then the database is marked, and no server starts on it.
 * @throws BackupError `not_empty`, `busy`, `newer_product`, `not_restored`
 */
export async function restoreBackup(backup: OpenBackup, options: RestoreOptions): Promise<ReadBackup> {
  const client = createClient({
    connectionString: options.ownerUrl,
    application_name: 'cotejo-restore',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    await lockForRestore(client);
    if (options.takeOver) await removeFiles(options.files);
    await requireNoFiles(options.files);
    await claimDatabase(client, options.takeOver);
    await options.prepare(await readFirst(backup));
    const read = await write(client, backup, options);
    await publishFiles(options.files);
    await client.query('analyze');
    await unmarkDatabase(client);
    return read;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function claimDatabase(client: Client, takeOver: boolean): Promise<void> {
  const marked = await isDatabaseMarked(client);
  if (!marked && !takeOver) await requireEmptyDatabase(client);
  if (!marked) await markDatabase(client, takeOver ? 'nothing' : 'what is there');
  if (marked || takeOver) await wipeMarkedDatabase(client);
}

async function readFirst(backup: OpenBackup): Promise<About> {
  for await (const { content } of backup.frames()) return readAbout(content);
  throw new BackupError('inconsistent');
}

async function write(client: Client, backup: OpenBackup, options: RestoreOptions): Promise<ReadBackup> {
  const kept = await findKeptTables(client, options.schemas);
  const byName = new Map(kept.tables.map((table) => [`${table.schema}.${table.name}`, table]));
  const archive = await options.openLog();
  const importLog = importContent(archive);
  try {
    const reader: PartReader = {
      async log(content) {
        const summary = await importLog(content);
        // Not earlier: no transaction should stay open while the log is written.
        await beginWritingTables(client, kept);
        return summary;
      },
      table: (part, content) => {
        const name = `${part.schema}.${part.name}`;
        if (options.leaveEmpty.includes(name)) return countRows(part, content);
        return writeRows(client, byName.get(name), part, content);
      },
      file(path, content) {
        // Outside the kept paths the file would never be published.
        const isKept = options.files.paths.some((kept) => path === kept || path.startsWith(`${kept}/`));
        if (!isKept) throw new BackupError('newer_product', { what: path });
        return writeKeptFile(options.files, path, content);
      },
    };
    const read = await readParts(backup.frames(), reader, options);
    await setSequences(client, options.schemas, read.manifest.sequences);
    await finishWritingTables(client, kept);
    const { events, streams, root } = read.manifest.log;
    const found = await headsOf(archive);
    if (found.root !== root || found.events !== events || found.streams !== streams)
      throw new BackupError('not_restored', { found: found.events, wanted: events });
    return read;
  } finally {
    await archive.close();
  }
}
