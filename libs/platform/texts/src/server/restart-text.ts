import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { TEXT_CHANNEL, type TextKey } from './text-store.ts';

/** A document in quarantine: shown read-only as of its last revision. */
export interface Quarantined extends TextKey {
  /** ISO 8601 in UTC. */
  readonly since: string;
  readonly row: number;
}

/** Documents in quarantine, oldest quarantine first. */
export async function quarantinedTexts(pool: Pool): Promise<readonly Quarantined[]> {
  const { rows } = await pool.query<Quarantined>(
    `select account_id as account, document, quarantined_row as row,
            to_char(quarantined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
       from vault.text_document where quarantined_at is not null order by quarantined_at`,
  );
  return rows;
}

/** Last row of a document, and last row covered by revisions. */
export interface WrittenSpan {
  /** Number of the last row; -1 = nothing was ever written. */
  readonly last: number;
  readonly revised: number;
}

/** Null when there is no such document. */
export async function writtenSpan(pool: Pool, { account, document }: TextKey): Promise<WrittenSpan | null> {
  const { rows } = await pool.query<WrittenSpan>(
    'select head as last, covered as revised from vault.text_document where account_id = $1 and document = $2',
    [account, document],
  );
  return rows[0] ?? null;
}

/**
 * Deletes the stored rows of a document: the next time it is opened, it starts from its last revision. Row numbers
 * continue, because the event log refers to them. The caller must record the operator in the event log first.
 * @returns number of deleted rows; null when there is no such document
 */
export async function restartText(pool: Pool, { account, document }: TextKey): Promise<number | null> {
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
     )
     select (select count(*)::int from dropped) as dropped,
            pg_notify('${TEXT_CHANNEL}', json_build_array($1::uuid, $2::text, $3::text)::text)
       from doc`,
    [account, document, randomUUID()],
  );
  return rows[0]?.dropped ?? null;
}
