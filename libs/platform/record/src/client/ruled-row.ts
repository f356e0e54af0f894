import { RULED, type RecordRow } from './record-columns.ts';

/**
 * A row that follows from a rule, with the values of a record in its place. No user created it: `source` names what did,
 * as the law.
 */
export const ruledRow = (key: string, values: Readonly<Record<string, unknown>>, source: string): RecordRow =>
  ({
    ...{ id: `${RULED}${key}`, version: 0, createdAt: null, removedAt: null },
    createdBy: { id: RULED, name: source, initials: '', position: null, email: null },
    ...values,
  }) as unknown as RecordRow;
