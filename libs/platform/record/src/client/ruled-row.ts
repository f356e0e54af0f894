import type { RecordRow } from './record-columns.ts';
import { RULED } from './use-record-acts.ts';

/** A row that follows from a rule, with the values of a record in its place; it was created by no user. */
export const ruledRow = (key: string, values: Readonly<Record<string, unknown>>): RecordRow =>
  ({
    ...{ id: `${RULED}${key}`, version: 0, createdBy: null, createdAt: null, removedAt: null },
    ...values,
  }) as unknown as RecordRow;
