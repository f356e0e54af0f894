import type { ProjectionTransaction } from '@cotejo/projections';
import { sequenceOf } from './create-table.ts';
import type { Table } from './table.ts';

/** Cursor values skipped after a crash; far more than are drawn in the interval that a crash can undo. */
const LEAP = 10_000;

/** Implements a projector's `resume`: continues beyond every cursor that may have been handed out before a crash. */
export async function keepCursorsAhead(table: Table, tx: ProjectionTransaction): Promise<void> {
  await tx.query(`select max(nextval('${sequenceOf(table)}')) from generate_series(1, ${LEAP})`);
}

/** Implements a projector's `succeed`: rows built beside the live ones get cursors newer than any handed out. */
export async function renewCursors(table: Table, tx: ProjectionTransaction): Promise<void> {
  await tx.query(`update ${tx.schema}.${table.name} set changed = nextval('${sequenceOf(table)}')`);
}
