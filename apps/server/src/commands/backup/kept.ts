import type { KeptFiles } from '@cotejo/backup';

/** What a backup holds beside the log. Read models are left out: they are rebuilt from the log. */
export const KEPT_SCHEMAS = ['vault'];

/** Sessions end with a restoration; codes and links are asked for anew; tickets lived for seconds. */
export const LEFT_EMPTY = ['vault.session', 'vault.challenge', 'vault.used_ticket'];

/**
 * Attachments, and which keys' seals count. Not the key that seals: whoever has it and the log can write both
 * anew. Not the copies of seals: they are made again from the log.
 */
export const keptFiles = (dataDir: string): KeptFiles => ({
  folder: dataDir,
  paths: ['files', 'keys/trusted-log-keys.txt'],
});
