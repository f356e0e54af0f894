import type { CellValue, ListColumn } from './columns/list-column.ts';

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

/** Props of every view: the same filtered and ordered rows. */
export interface ListViewProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly open: (row: Row) => void;
  /** Ids of rows that another user just changed, to be highlighted. */
  readonly fresh: ReadonlySet<string>;
}

/**
 * Changes one value of a row by dragging. Rejects on refusal, which the caller reports. `all` holds every value that the
 * drag changes, by column, for callers that can only write them together.
 */
export type MoveRow<Row> = (
  row: Row,
  columnId: string,
  value: CellValue,
  all: Readonly<Record<string, CellValue>>,
) => Promise<void>;
