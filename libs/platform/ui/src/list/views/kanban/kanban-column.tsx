import { useDroppable } from '@dnd-kit/react';
import { ChevronsLeftRight, ChevronsRightLeft } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMark } from '../row-fields.tsx';
import type { KanbanColumn as ColumnData } from './kanban-columns.ts';
import { WindowedList } from '../windowed-list.tsx';
import styles from './kanban-view.module.css';

/** Height of a usual card, and what lies between two, in pixels. */
const CARD_PX = 84;
const GAP_PX = 8;

interface KanbanColumnProps<Row> {
  readonly column: ColumnData<Row>;
  readonly idOf: (row: Row) => string;
  readonly isCollapsed: boolean;
  readonly onCollapse: (isCollapsed: boolean) => void;
  /** The card that is being dragged: it stays drawn although it scrolls out of sight. */
  readonly dragged: string | null;
  readonly card: (row: Row) => ReactNode;
}

export const droppableId = (value: string | null): string => (value === null ? 'none' : `value:${value}`);

export function KanbanColumn<Row>(props: KanbanColumnProps<Row>) {
  const { column, isCollapsed, onCollapse } = props;
  const { t } = useTranslation('ui');
  const title = useId();
  const { ref, isDropTarget } = useDroppable({
    id: droppableId(column.value),
    data: { value: column.value },
  });
  const Icon = isCollapsed ? ChevronsLeftRight : ChevronsRightLeft;
  return (
    <section
      ref={ref}
      className={styles.column}
      data-collapsed={isCollapsed || undefined}
      data-target={isDropTarget || undefined}
      aria-labelledby={title}
    >
      <header className={styles.columnHead}>
        <h2 id={title} className={styles.columnTitle}>
          <ChoiceMark label={column.label} look={column} />{' '}
          <span className={styles.columnCount}>{t('views.count', { count: column.rows.length })}</span>
        </h2>
        <button
          type="button"
          className={styles.collapse}
          aria-expanded={!isCollapsed}
          aria-label={t(isCollapsed ? 'views.kanban.expand' : 'views.kanban.collapse', {
            column: column.label,
          })}
          onClick={() => onCollapse(!isCollapsed)}
        >
          <Icon size={14} aria-hidden />
        </button>
      </header>
      {!isCollapsed && <Cards {...props} />}
    </section>
  );
}

function Cards<Row>({ column, idOf, dragged, card }: KanbanColumnProps<Row>) {
  const { t } = useTranslation('ui');
  if (column.rows.length === 0) return <p className={styles.empty}>{t('views.kanban.empty')}</p>;
  return (
    <WindowedList
      items={column.rows}
      keyOf={idOf}
      itemHeight={CARD_PX}
      gap={GAP_PX}
      className={styles.cards}
      pinned={dragged}
    >
      {card}
    </WindowedList>
  );
}
