import type { ProjectionTransaction } from '@cotejo/projections';
import { AUDIT_TABLE } from './audit-tables.ts';
import { OWN_PLANS_FEED } from './note-own-plans.ts';

/** Far more than is drawn in the moment that a crash of the database can take back. */
const LEAP = 10_000;

/** Goes on beyond every cursor that may have been given out before a crash. */
export async function leapCursors(tx: ProjectionTransaction): Promise<void> {
  await tx.query(`select max(nextval('read.audit_changed')) from generate_series(1, ${LEAP})`);
}

/**
 * Stamps every row that a feed's cursor counts anew, before these tables take the place of those that are
 * read. While they were built both drew from one sequence, so that a follower's cursor may lie above a row
 * that it has not seen; now everything is newer than any cursor given out, and every follower gets all of it
 * once more. Nor is anybody left out whose list was shown before and is empty now.
 */
export async function renewCursors(tx: ProjectionTransaction): Promise<void> {
  await tx.query(`update ${tx.schema}.${AUDIT_TABLE.table} set changed = nextval('read.audit_changed')`);
  const feed = `${tx.schema}.${OWN_PLANS_FEED}`;
  await tx.query(
    `insert into ${feed} (account_id, user_id, changed)
     select account_id, user_id, nextval('read.audit_changed')
       from (select account_id, user_id from ${feed}
             union select account_id, user_id from read.${OWN_PLANS_FEED}) holder
     on conflict (account_id, user_id) do update set changed = excluded.changed`,
  );
}
