import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { TEXT_CHANNEL, type TextKey } from './text-store.ts';

/** A document that is shown as its last revision has it. */
export interface Quarantined extends TextKey {
  /** ISO 8601 in UTC. */
  readonly since: string;
  readonly row: number;
}

/** Documents that are in quarantine, the longest first. */
export async function quarantinedTexts(pool: Pool): Promise<readonly Quarantined[]> {
  const { rows } = await pool.query<Quarantined>(
    `select account_id as account, document, quarantined_row as row,
            to_char(quarantined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
       from vault.text_document where quarantined_at is not null order by quarantined_at`,
  );
  return rows;
}

/**
 * Drops what is stored of a document: whoever opens it next begins with its last revision. Rows go on counting where
 * they were, for the log knows how far revisions cover them. Keeps who did it and why.
 * @returns how many rows were dropped; null when there is no such document
 */
export async function restartText(
  pool: Pool,
  { account, document }: TextKey,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ dropped: number }>(
    `with doc as (
       select account_id, document, epoch from vault.text_document
        where account_id = $1 and document = $2 for update
     ), dropped as (
       delete from vault.text_update u using doc
        where u.account_id = doc.account_id and u.document = doc.document returning u.seq
     ), ids as (
       delete from vault.text_client c using doc where c.account_id = doc.account_id and c.document = doc.document
     ), anew as (
       update vault.text_document d
          set epoch = doc.epoch + 1, covered = d.head, base = d.head, bytes = 0,
              quarantined_at = null, quarantined_row = null
         from doc where d.account_id = doc.account_id and d.document = doc.document
     ), repair as (
       insert into vault.text_repair (account_id, document, epoch, at, by, reason, rows)
       select account_id, document, epoch, clock_timestamp(), $3, $4, (select count(*) from dropped) from doc
     )
     select (select count(*)::int from dropped) as dropped,
            pg_notify('${TEXT_CHANNEL}', json_build_array($1::uuid, $2::text, $5::text)::text)
       from doc`,
    [account, document, by, reason, randomUUID()],
  );
  return rows[0]?.dropped ?? null;
}
