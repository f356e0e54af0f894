import { Menu, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../columns/list-column.ts';
import styles from '../list-toolbar.module.css';
import type { ListOrder } from '../order-rows.ts';

interface OrderMenuProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly order: ListOrder | null;
  /** A column was chosen; see `nextOrder`. */
  readonly onOrder: (column: string) => void;
}

/** Orders a list by one of its columns; choosing it again turns the order round. */
export function OrderMenu<Row>({ columns, order, onOrder }: OrderMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const now = columns.find(({ id }) => id === order?.column);
  const words =
    now === undefined
      ? t('list.order')
      : t(order?.isDescending === true ? 'list.ordered_down' : 'list.ordered_up', { column: now.label });
  const Mark = order?.isDescending === true ? ArrowDown : ArrowUp;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={styles.tool} aria-label={words}>
          {now === undefined ? <ArrowDownUp size={15} aria-hidden /> : <Mark size={15} aria-hidden />}
          <span className={styles.toolWords}>{now?.label ?? t('list.order')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, label }) => (
          <Menu.Item
            key={id}
            rightSection={id === now?.id ? <Mark size={14} aria-hidden /> : undefined}
            onClick={() => onOrder(id)}
            {...(id === now?.id && { 'aria-current': true })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
