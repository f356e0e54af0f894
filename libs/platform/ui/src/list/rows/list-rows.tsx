import { CellView } from '../cell-view.tsx';
import type { ListColumn } from '../list-column.ts';
import { useCellText } from '../use-cell-text.ts';
import { RowGrid, type RowGridProps } from './row-grid.tsx';
import styles from './list-rows.module.css';

export interface ListRowsProps<Row> extends Omit<
  RowGridProps<Row>,
  'rowHeight' | 'widths' | 'head' | 'cells'
> {
  readonly columns: readonly ListColumn<Row>[];
  /** Title and first fact only, one line a row. */
  readonly isSimple: boolean;
  /** Id of the grouping column, whose value is in the group header. */
  readonly grouped: string | null;
}

/** Maximum number of facts beside a title; the rest is in the row's panel. */
const MOST_FACTS = 4;

/** Rows by title with the visible columns as facts below; if simple, one line with the first fact. */
export function ListRows<Row>({ columns, isSimple, grouped, ...grid }: ListRowsProps<Row>) {
  const { titleOf } = grid;
  const textOf = useCellText();
  const factsOf = (row: Row) =>
    columns
      .filter((column) => {
        if (column.id === grouped) return false;
        const value = column.value(row);
        return value !== null && value !== '' && value !== false && textOf(column, row) !== titleOf(row);
      })
      .slice(0, isSimple ? 1 : MOST_FACTS);
  return (
    <RowGrid
      {...grid}
      rowHeight={isSimple ? 34 : 58}
      widths={null}
      cells={(row) => lineOf(row, titleOf(row), factsOf(row), isSimple)}
    />
  );
}

const lineOf = <Row,>(row: Row, title: string, facts: readonly ListColumn<Row>[], isSimple: boolean) => (
  <div role="gridcell" className={styles.line} data-simple={isSimple || undefined}>
    <span className={styles.title}>{title}</span>
    <span className={styles.facts}>
      {facts.map((column) => (
        <span key={column.id} className={styles.fact}>
          <span className="visually-hidden">{`${column.label}: `}</span>
          {column.kind === 'flag' ? column.label : <CellView column={column} row={row} />}
        </span>
      ))}
    </span>
  </div>
);
