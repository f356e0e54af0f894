import type { CellValue, ListColumn } from './list-column.ts';

/** The eight views of a list, in the order of their switch. */
export const LIST_VIEWS = [
  'kanban',
  'list',
  'simple',
  'table',
  'tree',
  'calendar',
  'gantt',
  'chart',
] as const;
export type ListViewName = (typeof LIST_VIEWS)[number];

/** What every view is given: the same rows, already filtered and ordered. */
export interface ListViewProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly open: (row: Row) => void;
  /** Ids of rows that somebody just changed, to be highlighted. */
  readonly fresh: ReadonlySet<string>;
}

/** A wish to change one value of a row by dragging it. Rejects with the refusal, which the caller has told. */
export type MoveRow<Row> = (row: Row, columnId: string, value: CellValue) => Promise<void>;
