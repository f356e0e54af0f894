/** A row as it came from a call or a feed; `row` is null once the reader no longer has it. */
export interface RowChange<Row> {
  readonly id: string;
  /** Grows with each change of the row. */
  readonly version: number;
  readonly row: Row | null;
}
/** Rows by id, with those that left: an older answer that comes late must not bring them back. */
export type LiveRows<Row> = ReadonlyMap<string, RowChange<Row>>;

/** The newer version of each row wins; of equal ones, the one that came last. */
export function mergeRows<Row>(rows: LiveRows<Row>, changes: Iterable<RowChange<Row>>): LiveRows<Row> {
  const merged = new Map(rows);
  for (const change of changes) {
    if ((merged.get(change.id)?.version ?? -1) <= change.version) merged.set(change.id, change);
  }
  return merged;
}

/** Ids of the rows that a batch brings in a newer version than known, and that are still there. */
export const changedIds = <Row>(rows: LiveRows<Row>, changes: readonly RowChange<Row>[]): readonly string[] =>
  changes.flatMap(({ id, version, row }) =>
    row !== null && (rows.get(id)?.version ?? -1) < version ? [id] : [],
  );

/** The rows that are there, in the order in which they were first met. */
export const presentRows = <Row>(rows: LiveRows<Row>): readonly Row[] =>
  [...rows.values()].flatMap(({ row }) => (row === null ? [] : [row]));
