import { Unsealed, type IntentSealer } from '@cotejo/audits-contracts';
import type { FileStore } from '@cotejo/files/server';
import { attachmentId, KeptFile } from '@cotejo/worksheets-contracts';
import type { Pool } from 'pg';

export interface KeptFiles {
  readonly pool: Pick<Pool, 'query'>;
  readonly files: Pick<FileStore, 'has'>;
}

/**
 * Refuses to restore a file whose bytes are deleted; all else is left to the rules. If the file store does
 * not answer, nothing is refused: removed files are kept as long as their worksheet.
 */
export function keptFilesSealer({ pool, files }: KeptFiles): IntentSealer {
  return async (intents, { auditId, accountId }) => {
    const named = intents.map(({ attachment }) => attachmentId.safeParse(attachment).data ?? null);
    const { rows } = await pool.query<{ id: string; sha256: string }>(
      `select attachment_id as id, sha256 from read.attachment
        where account_id = $1 and audit_id = $2 and attachment_id = any ($3::uuid[])`,
      [accountId, auditId, named.filter((id) => id !== null)],
    );
    const contents = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
    return Promise.all(
      named.map(async (id) => {
        const sha256 = contents.get(id ?? '');
        if (sha256 === undefined) return new KeptFile();
        const bytes = await files.has(accountId, sha256).catch(() => undefined);
        return bytes === null ? new Unsealed({ code: 'attachment_file_gone' }) : new KeptFile();
      }),
    );
  };
}
