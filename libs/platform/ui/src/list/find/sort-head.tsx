import { Table, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './find-bar.module.css';
import { nextOrder } from '../order-rows.ts';
import type { FoundRows } from './use-found-rows.ts';

interface SortHeadProps<Row> {
  readonly found: FoundRows<Row>;
  /** Id of the column. */
  readonly by: string;
  readonly className?: string | undefined;
}

/** Heading of a table's column; a click orders the rows by it, a second one the other way round. */
export function SortHead<Row>({ found, by, className }: SortHeadProps<Row>) {
  const { columns, state, change } = found;
  const column = columns.find(({ id }) => id === by);
  const order = state.order?.column === by ? state.order : null;
  const Mark = order?.isDescending === true ? ArrowDown : ArrowUp;
  return (
    <Table.Th
      {...(className !== undefined && { className })}
      aria-sort={order === null ? 'none' : order.isDescending ? 'descending' : 'ascending'}
    >
      <UnstyledButton
        className={styles.sort}
        onClick={() => change((now) => ({ order: nextOrder(by, now.order) }))}
      >
        {column?.label}
        {order !== null && <Mark size={13} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
