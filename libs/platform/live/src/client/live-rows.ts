/** A version of a row from a call or a feed; `row` is null once the row is no longer visible to the reader. */
export interface RowChange<Row> {
  readonly id: string;
  /** Rises with each change of the row. */
  readonly version: number;
  readonly row: Row | null;
}
/** Rows by id, including removed ones, so that a late older answer can't restore them. */
export type LiveRows<Row> = ReadonlyMap<string, RowChange<Row>>;

/** Merges by version: the newer one wins; for equal versions, the later change. */
export function mergeRows<Row>(rows: LiveRows<Row>, changes: Iterable<RowChange<Row>>): LiveRows<Row> {
  const merged = new Map(rows);
  for (const change of changes) {
    if ((merged.get(change.id)?.version ?? -1) <= change.version) merged.set(change.id, change);
  }
  return merged;
}

/** Ids of rows that a batch adds or updates; removals and known versions are left out. */
export const changedIds = <Row>(rows: LiveRows<Row>, changes: readonly RowChange<Row>[]): readonly string[] =>
  changes.flatMap(({ id, version, row }) =>
    row !== null && (rows.get(id)?.version ?? -1) < version ? [id] : [],
  );

/** Rows that are not removed, in the order in which they first appeared. */
export const presentRows = <Row>(rows: LiveRows<Row>): readonly Row[] =>
  [...rows.values()].flatMap(({ row }) => (row === null ? [] : [row]));
