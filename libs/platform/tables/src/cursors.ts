import type { ProjectionTransaction } from '@cotejo/projections';
import { sequenceOf } from './create-table.ts';
import type { Table } from './table.ts';

/** Cursors skipped after a crash; far more than are drawn in the moment that it can take back. */
const LEAP = 10_000;

/** A projector's `resume`: goes on beyond every cursor that may have been given out before a crash. */
export async function keepCursorsAhead(table: Table, tx: ProjectionTransaction): Promise<void> {
  await tx.query(`select max(nextval('${sequenceOf(table)}')) from generate_series(1, ${LEAP})`);
}

/** A projector's `succeed`: rows built beside those that are read are newer than any cursor given out. */
export async function renewCursors(table: Table, tx: ProjectionTransaction): Promise<void> {
  await tx.query(`update ${tx.schema}.${table.name} set changed = nextval('${sequenceOf(table)}')`);
}
