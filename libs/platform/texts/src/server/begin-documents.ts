import type { Pool } from 'pg';
import * as Y from 'yjs';
import type { TextKey } from './text-store.ts';

/** Initial content of a document that was never opened. */
export interface BegunDocument extends TextKey {
  /** The whole document, as a Yjs update. */
  readonly update: Uint8Array;
}

/**
 * Writes the first row of documents without rows, in one statement; documents with rows stay unchanged. The row has no
 * author and counts as revised: the caller must write a revision too.
 */
export async function beginDocuments(pool: Pool, documents: readonly BegunDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const clients = documents.flatMap(({ account, document, update }) =>
    [...Y.decodeStateVector(Y.encodeStateVectorFromUpdate(update)).keys()].map(
      (client) => [account, document, client] as const,
    ),
  );
  await pool.query(
    `with given as (
       select * from unnest($1::uuid[], $2::text[], $3::bytea[]) as t (account_id, document, update)
     ), doc as (
       insert into vault.text_document (account_id, document, head, covered, bytes)
       select account_id, document, 0, 0, octet_length(update) from given
       on conflict do nothing returning account_id, document
     ), row as (
       insert into vault.text_update (account_id, document, seq, update, author, at)
       select account_id, document, 0, update, null, clock_timestamp()
         from given join doc using (account_id, document)
     )
     insert into vault.text_client (account_id, document, client_id, author)
     select account_id, document, client_id, ''
       from unnest($4::uuid[], $5::text[], $6::bigint[]) as c (account_id, document, client_id)
       join doc using (account_id, document)`,
    [
      documents.map(({ account }) => account),
      documents.map(({ document }) => document),
      documents.map(({ update }) => update),
      clients.map(([account]) => account),
      clients.map(([, document]) => document),
      clients.map(([, , client]) => client),
    ],
  );
}
