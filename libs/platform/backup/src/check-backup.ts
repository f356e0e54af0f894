import { verifyLogContent } from './log-part.ts';
import type { OpenBackup } from './open-backup.ts';
import { readParts, type ReadBackup, type ReadPartsOptions } from './read-parts.ts';
import { countRows } from './table-rows.ts';

/**
 * Reads a backup to its end without restoring it: checks every seal, digest and count, and the log's own chain.
 * @throws BackupError
 */
export function checkBackup(backup: OpenBackup, options: ReadPartsOptions = {}): Promise<ReadBackup> {
  return readParts(
    backup.frames(),
    { log: verifyLogContent, table: countRows, file: (_, content) => drain(content) },
    options,
  );
}

/** Reads to the end, so that the digest is computed. */
async function drain(content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}
