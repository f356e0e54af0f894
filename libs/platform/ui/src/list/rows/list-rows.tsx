import { useCallback } from 'react';
import { cellOf, useCellWords, type CellWords } from '../columns/cell-view.tsx';
import type { ListColumn } from '../columns/list-column.ts';
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
  const words = useCellWords();
  const cells = useCallback(
    (row: Row) => {
      const title = titleOf(row);
      const facts = columns
        .filter((column) => {
          if (column.id === grouped) return false;
          const value = column.value(row);
          return value !== null && value !== '' && value !== false && words.textOf(column, row) !== title;
        })
        .slice(0, isSimple ? 1 : MOST_FACTS);
      return lineOf(row, title, facts, { isSimple, words });
    },
    [columns, grouped, isSimple, titleOf, words],
  );
  return <RowGrid {...grid} rowHeight={isSimple ? 34 : 58} widths={null} cells={cells} />;
}

interface LineOptions {
  readonly isSimple: boolean;
  readonly words: CellWords;
}

const lineOf = <Row,>(
  row: Row,
  title: string,
  facts: readonly ListColumn<Row>[],
  { isSimple, words }: LineOptions,
) => (
  <div role="gridcell" className={styles.line} data-simple={isSimple || undefined}>
    <span className={styles.title}>{title}</span>
    <span className={styles.facts}>
      {facts.map((column) => (
        <span key={column.id} className={styles.fact}>
          <span className="visually-hidden">{`${column.label}: `}</span>
          {column.kind === 'flag' ? column.label : cellOf(column, row, words)}
        </span>
      ))}
    </span>
  </div>
);
