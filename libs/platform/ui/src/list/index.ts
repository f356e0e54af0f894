export type { BulkAction } from './bulk-bar.tsx';
export { CellView } from './cell-view.tsx';
export type { CellValue, ChoiceOption, ColumnKind, ListColumn } from './list-column.ts';
export { ListPage, type ListPageProps } from './list-page.tsx';
export { LIST_VIEWS, type ListViewName, type ListViewProps, type MoveRow } from './list-view.ts';
export type { ListOrder } from './order-rows.ts';
export { useRows, type ListRows, type RowsPage, type RowsSource } from './use-rows.ts';
