import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Columns3, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  arranged,
  FIRST_LAYOUT,
  isShown,
  moveColumn,
  resizeColumn,
  shownColumns,
  toggleColumn,
  type ColumnLayout,
} from './column-layout.ts';
import type { ListColumn } from './list-column.ts';
import styles from '../list-toolbar.module.css';

export interface ColumnMenuProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly layout: ColumnLayout;
  readonly arrange: (layout: ColumnLayout) => void;
}

/** Pixels per keyboard step, and the initial width. */
const STEP = 40;
const USUAL_WIDTH = 160;

/** Visibility, order and width of columns: the keyboard alternative to dragging. */
export function ColumnMenu<Row>({ columns, layout, arrange }: ColumnMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const all = arranged(columns, layout);
  const isLast = shownColumns(columns, layout).length === 1;
  const widthOf = (column: ListColumn<Row>) => layout.widths[column.id] ?? column.width ?? USUAL_WIDTH;
  return (
    <Popover position="bottom-end" trapFocus shadow="md" withinPortal>
      <Popover.Target>
        <Tooltip label={t('list.columns')}>
          <ActionIcon variant="default" className={styles.icon ?? ''} aria-label={t('list.columns')}>
            <Columns3 size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.columns')}>
        <div className={styles.panel}>
          <ul className={styles.columns}>
            {all.map((column, place) => {
              const { id, label } = column;
              const checked = isShown(column, layout);
              return (
                <li key={id} className={styles.column}>
                  <Checkbox
                    size="xs"
                    label={label}
                    checked={checked}
                    disabled={checked && isLast}
                    onChange={() => arrange(toggleColumn(columns, layout, id))}
                  />
                  <ActionIcon
                    size="sm"
                    aria-label={t('list.column_narrower', { column: label })}
                    onClick={() => arrange(resizeColumn(layout, id, widthOf(column) - STEP))}
                  >
                    <Minus size={13} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    aria-label={t('list.column_wider', { column: label })}
                    onClick={() => arrange(resizeColumn(layout, id, widthOf(column) + STEP))}
                  >
                    <Plus size={13} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    disabled={place === 0}
                    aria-label={t('list.column_up', { column: label })}
                    onClick={() => arrange(moveColumn(columns, layout, id, -1))}
                  >
                    <ArrowUp size={13} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    size="sm"
                    disabled={place === all.length - 1}
                    aria-label={t('list.column_down', { column: label })}
                    onClick={() => arrange(moveColumn(columns, layout, id, 1))}
                  >
                    <ArrowDown size={13} aria-hidden />
                  </ActionIcon>
                </li>
              );
            })}
          </ul>
          <Button variant="default" size="compact-sm" onClick={() => arrange(FIRST_LAYOUT)}>
            {t('list.columns_reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
