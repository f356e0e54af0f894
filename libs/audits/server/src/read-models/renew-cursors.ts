import type { ProjectionTransaction } from '@cotejo/projections';
import { AUDIT_TABLE } from './tables/audit-tables.ts';
import { OWN_PLANS_FEED } from './note-own-plans.ts';

/** More sequence values than can be drawn and lost in a crash of the database. */
const LEAP = 10_000;

/** Advances the sequence beyond every cursor that may have been given out before a crash. */
export async function leapCursors(tx: ProjectionTransaction): Promise<void> {
  await tx.query(`select max(nextval('read.audit_changed')) from generate_series(1, ${LEAP})`);
}

/**
 * Gives every row new cursors before the rebuilt tables replace the live ones. Both drew from one sequence
 * during the rebuild, so a client's cursor may be above a row that it has not seen; new cursors make every
 * client receive all rows once more. Users whose list was non-empty before and is empty now are included.
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
