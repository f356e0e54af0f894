import { Menu } from '@mantine/core';
import { useDraggable } from '@dnd-kit/react';
import { EllipsisVertical } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../columns/list-column.ts';
import { ChoiceMark, RowFields } from '../row-fields.tsx';
import styles from './kanban-view.module.css';

/** A column as the menu of a card offers it. */
export interface MoveTarget {
  readonly value: string | null;
  readonly label: string;
  readonly color?: string;
}

export interface KanbanCardProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly title: string;
  readonly fields: readonly ListColumn<Row>[];
  readonly isFresh: boolean;
  readonly open: (row: Row) => void;
  /** Where it can go; null when cards of this list don't move. */
  readonly targets: readonly MoveTarget[] | null;
  /** Value of the column in which it stands. */
  readonly at: string | null;
  readonly moveTo: (id: string, value: string | null) => void;
}

function Card<Row>(props: KanbanCardProps<Row>) {
  const { id, row, title, fields, isFresh, open, targets } = props;
  const { t } = useTranslation('ui');
  // The title is the card's heading already.
  const shown = fields.filter((column) => column.value(row) !== title);
  const { ref, handleRef, isDragSource } = useDraggable({ id, disabled: targets === null });
  return (
    <article
      ref={ref}
      className={styles.card}
      data-fresh={isFresh || undefined}
      data-source={isDragSource || undefined}
    >
      {/* Its area is the whole card: a click anywhere opens the row, a drag anywhere moves it. */}
      <button
        ref={handleRef}
        type="button"
        className={styles.cardTitle}
        aria-roledescription={targets === null ? undefined : t('views.kanban.card')}
        onClick={() => open(row)}
      >
        {title}
      </button>
      <RowFields columns={shown} row={row} />
      {targets !== null && <MoveMenu {...props} targets={targets} />}
    </article>
  );
}

/** Moves a card without dragging it. Mantine's menu is drawn for the card that is asked only. */
function MoveMenu<Row>(props: KanbanCardProps<Row> & { readonly targets: readonly MoveTarget[] }) {
  const { id, title, targets, at, moveTo } = props;
  const { t } = useTranslation('ui');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <span className={styles.moveMenu}>
      <button
        ref={button}
        type="button"
        className={styles.moveButton}
        aria-label={t('views.kanban.move', { title })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <EllipsisVertical size={14} aria-hidden />
      </button>
      {isOpen && (
        <Menu opened onClose={close} position="bottom-end" returnFocus={false}>
          <Menu.Target>
            <span className={styles.moveAnchor} />
          </Menu.Target>
          <Menu.Dropdown aria-label={t('views.kanban.move_to')}>
            <Menu.Label>{t('views.kanban.move_to')}</Menu.Label>
            {targets.map((target) => (
              <Menu.Item
                key={target.value ?? ''}
                disabled={target.value === at}
                onClick={() => moveTo(id, target.value)}
              >
                <ChoiceMark label={target.label} look={target} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}

/** Drawn again only when something of its own changed: a board holds thousands. */
export const KanbanCard = memo(Card) as typeof Card;
