import type { KeptFiles } from '@cotejo/backup';

/** Schemas in a backup beside the log. Read models are left out: they are rebuilt from the log. */
export const KEPT_SCHEMAS = ['vault'];

/**
 * Tables that stay empty after a restoration: sessions end, codes and links are requested again, and tickets
 * live for seconds.
 */
export const LEFT_EMPTY = ['vault.session', 'vault.challenge', 'vault.used_ticket'];

/**
 * Files in a backup: attachments and the trusted keys. The signing key is left out: with it and the log,
 * events and seals could be forged. Copies of seals are left out, too: they are written again from the log.
 */
export const keptFiles = (dataDir: string): KeptFiles => ({
  folder: dataDir,
  paths: ['files', 'keys/trusted-log-keys.txt'],
});
