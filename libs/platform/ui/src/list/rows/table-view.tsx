import { Checkbox, UnstyledButton } from '@mantine/core';
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellOf, isFigure, useCellWords } from '../columns/cell-view.tsx';
import { COLUMN_WIDTHS } from '../columns/column-layout.ts';
import type { ListColumn } from '../columns/list-column.ts';
import type { ListOrder } from '../order-rows.ts';
import { RowGrid, type RowGridProps } from './row-grid.tsx';
import styles from './table-view.module.css';

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
});
type Features = typeof features;
/** The library manages the columns only; the grid renders and groups the rows. */
const NO_ROWS: Record<string, never>[] = [];
type NoRow = (typeof NO_ROWS)[number];

/** Default width of a column in pixels, by kind. */
const WIDTHS: Partial<Record<ListColumn<never>['kind'], number>> = {
  ...{ text: 300, person: 176, choice: 138, moment: 140, flag: 88 },
};
/** Pixels of a letter of a heading, and of what stands around its words. */
const HEADING = { letter: 7, around: 30 } as const;
/** The width of the column's kind, or as much as its heading takes. */
const usualWidth = ({ width, kind, label }: ListColumn<never>): number =>
  width ?? Math.max(WIDTHS[kind] ?? 116, label.length * HEADING.letter + HEADING.around);

export interface TableViewProps<Row> extends Omit<
  RowGridProps<Row>,
  'rowHeight' | 'widths' | 'head' | 'cells'
> {
  readonly columns: readonly ListColumn<Row>[];
  readonly order: ListOrder | null;
  /** A heading was clicked. */
  readonly onOrder: (column: string) => void;
  readonly widths: Readonly<Record<string, number>>;
  readonly onResize: (id: string, width: number) => void;
  /** A column was dropped onto another one's place. */
  readonly onMove: (id: string, onto: string) => void;
}

/** All visible columns side by side: sorted by clicking a header, resized and moved by dragging. */
export function TableView<Row>({
  columns,
  order,
  onOrder,
  widths,
  onResize,
  onMove,
  ...grid
}: TableViewProps<Row>) {
  const { t } = useTranslation('ui');
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<Features, NoRow> => ({
        id: column.id,
        header: column.label,
        size: usualWidth(column),
        minSize: COLUMN_WIDTHS.least,
        maxSize: COLUMN_WIDTHS.most,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { columnSizing: widths },
    columnResizeMode: 'onChange',
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(widths) : change;
      for (const [id, width] of Object.entries(next)) if (width !== widths[id]) onResize(id, width);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const cellWords = useCellWords();
  const cells = useCallback(
    (row: Row) =>
      columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={styles.cell}
          data-figure={isFigure(column) || undefined}
        >
          {cellOf(column, row, cellWords)}
        </div>
      )),
    [columns, cellWords],
  );
  const { selection, rows, idOf } = grid;
  const chosen = rows.filter((row) => selection?.ids.has(idOf(row)) === true).length;
  return (
    <RowGrid
      {...grid}
      rowHeight={36}
      widths={headers.map((header) => header.getSize())}
      head={
        <div role="row" aria-rowindex={1} className={styles.head}>
          {selection !== null && (
            <div role="columnheader" className={styles.box}>
              <Checkbox
                size="xs"
                checked={chosen > 0 && chosen === rows.length}
                indeterminate={chosen > 0 && chosen < rows.length}
                onChange={() => selection.toggleAll(rows.map(idOf))}
                aria-label={t('list.select_all')}
              />
            </div>
          )}
          {headers.map((header) => {
            const column = columns.find(({ id }) => id === header.column.id);
            return (
              column && (
                <HeadCell
                  key={header.id}
                  header={header}
                  column={column}
                  order={order?.column === column.id ? order : null}
                  onOrder={onOrder}
                  onMove={onMove}
                />
              )
            );
          })}
        </div>
      }
      cells={cells}
    />
  );
}

interface HeadCellProps<Row> extends Pick<TableViewProps<Row>, 'order' | 'onOrder' | 'onMove'> {
  readonly header: Header<Features, NoRow>;
  readonly column: ListColumn<Row>;
}

const DRAGGED = 'text/x-list-column';

function HeadCell<Row>({ header, column, order, onOrder, onMove }: HeadCellProps<Row>) {
  const [isTarget, setTarget] = useState(false);
  const Mark = order?.isDescending === true ? ArrowDown : ArrowUp;
  return (
    // The button inside has the focus; the header is only a drop target.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="columnheader"
      className={styles.headCell}
      data-figure={isFigure(column) || undefined}
      data-target={isTarget || undefined}
      aria-sort={order === null ? 'none' : order.isDescending ? 'descending' : 'ascending'}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        onMove(event.dataTransfer.getData(DRAGGED), column.id);
      }}
    >
      <UnstyledButton
        className={styles.sort}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.id)}
        onClick={() => onOrder(column.id)}
      >
        <span className={styles.headWords}>{column.label}</span>
        {order !== null && <Mark size={13} aria-hidden />}
      </UnstyledButton>
      {/* The menu of columns is the keyboard alternative for resizing. */}
      <span
        className={styles.grip}
        data-dragged={header.column.getIsResizing() || undefined}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        aria-hidden
      />
    </div>
  );
}
