export type { BulkAction } from './bulk-bar.tsx';
export { CellView } from './columns/cell-view.tsx';
export {
  FindBar,
  NoneFound,
  SortHead,
  useFoundRows,
  type FindBarProps,
  type FoundRows,
  type FoundRowsOptions,
} from './find/index.ts';
export {
  optionsAmong,
  type CellValue,
  type ChoiceOption,
  type ColumnKind,
  type ListColumn,
} from './columns/list-column.ts';
export { useUnchanged } from './columns/use-unchanged.ts';
export type { ListFilter, ListFilters } from './list-filters.ts';
export { ListPage, type ListPageProps } from './list-page.tsx';
export { LIST_VIEWS, type ListViewName, type ListViewProps, type MoveRow } from './list-view.ts';
export type { ListOrder } from './order-rows.ts';
export type { RowAct } from './rows/row-act.tsx';
export { rowsOfQuery, type ShownRows } from './rows-of-query.ts';
export { useChosen } from './use-chosen.ts';
export { useTableExport, type ExportedTable } from './use-table-export.ts';
export {
  readRowsAhead,
  useRows,
  wholeSource,
  type ListRows,
  type RowsPage,
  type RowsSource,
} from './use-rows.ts';
