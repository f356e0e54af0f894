import type { LivePrincipal, Topic } from '@cotejo/live/server';
import type { DataSource } from 'typeorm';
import type { Columns } from './columns.ts';
import { newestChange, readChanged } from './read-page.ts';
import type { KeptRow, RowOf, Table } from './table.ts';

/** Milliseconds between two frames of a feed, which merge a burst of changes into one row each. */
const REST_MS = 300;

export interface FeedOptions<P, C extends Columns, Row> {
  readonly topic: string;
  readonly permission: string;
  /** Projector that writes the table. */
  readonly projector: string;
  /** Rows in this reader's form, with a removal for each row that the reader may not, or no longer, see. */
  readonly tell: (principal: P, rows: readonly (RowOf<C> & KeptRow)[]) => Promise<readonly Row[]>;
}

/** Feed of a table: sends each change of a row to authorised readers. Its key is the account's id. */
export function feedOfTable<P extends LivePrincipal & { readonly accountId: string }, C extends Columns, Row>(
  db: DataSource,
  table: Table<C>,
  { topic, permission, projector, tell }: FeedOptions<P, C, Row>,
): Topic<P, Row> {
  return {
    name: topic,
    permission,
    wakeOn: [projector],
    restMs: REST_MS,
    authorize: ({ accountId }, key) => key === accountId,
    head: ({ accountId }) => newestChange(db, table, accountId),
    async readAfter(principal, _key, cursor, limit) {
      const rows = await readChanged(db, table, principal.accountId, cursor, limit);
      return { rows: await tell(principal, rows), cursor: rows.at(-1)?.changed ?? cursor };
    },
  };
}
