import { PointerActivationConstraints } from '@dnd-kit/dom';
import { DragDropProvider, DragOverlay, PointerSensor, type DragEndEvent } from '@dnd-kit/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListViewProps, MoveRow } from '../../list-view.ts';
import { ColumnKeyboardSensor } from './column-keyboard-sensor.ts';
import { KanbanCard, type MoveTarget } from './kanban-card.tsx';
import { droppableId, KanbanColumn } from './kanban-column.tsx';
import { kanbanColumns } from './kanban-columns.ts';
import { fieldsOf } from '../row-fields.tsx';
import { useSpokenDrag } from './spoken-drag.ts';
import { useGroupText } from '../use-value-text.ts';
import { useMoves } from '../use-moves.ts';
import { columnOf } from '../value-text.ts';
import styles from './kanban-view.module.css';

export interface KanbanViewProps<Row> extends ListViewProps<Row> {
  /** A column with options: one column of cards for each. */
  readonly by: string;
  /** Without it cards can't be dragged. */
  readonly move?: MoveRow<Row>;
}

/** Values on a card besides its title. */
const FIELDS_ON_CARD = 4;

/** A finger that is held so long, in milliseconds, drags instead of scrolling. */
const HOLD_MS = 250;
/** Pixels from which a moved mouse drags, and up to which a held finger may move. */
const DRAG_PX = 5;

const SENSORS = [
  PointerSensor.configure({
    activatorElements: (source) => [source.element, source.handle],
    // By default a mouse drags from its first press on the handle, which covers the card: the library then captures
    // the pointer, and the click that opens the row goes to the page.
    activationConstraints: ({ pointerType }) => [
      pointerType === 'touch'
        ? new PointerActivationConstraints.Delay({ value: HOLD_MS, tolerance: DRAG_PX })
        : new PointerActivationConstraints.Distance({ value: DRAG_PX }),
    ],
  }),
  // Its inherited `configure` would configure the library's own sensor.
  {
    plugin: ColumnKeyboardSensor,
    options: {
      keyboardCodes: {
        // Enter opens the row.
        start: ['Space'],
        end: ['Space', 'Enter', 'Tab'],
        cancel: ['Escape'],
        up: ['ArrowUp'],
        down: ['ArrowDown'],
        left: ['ArrowLeft'],
        right: ['ArrowRight'],
      },
    },
  },
];

/** Cards in columns by a choice; a card is dragged, or sent by its menu, to change the choice. */
export default function KanbanView<Row>(props: KanbanViewProps<Row>) {
  const { rows, columns, by, idOf, titleOf, open, fresh, move: ask } = props;
  const { t } = useTranslation('ui');
  const groupText = useGroupText();
  const column = columnOf(columns, by);
  const { valueOf, move } = useMoves(idOf, ask);
  const [dragged, setDragged] = useState<string | null>(null);
  const [switched, setSwitched] = useState<ReadonlyMap<string | null, boolean>>(new Map());

  const groups = useMemo(
    () => kanbanColumns(rows, column, (row) => valueOf(row, column), groupText(column, null)),
    [rows, column, valueOf, groupText],
  );
  const fields = useMemo(() => fieldsOf(columns, [by], FIELDS_ON_CARD), [columns, by]);
  const byId = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows, idOf]);
  const canMove = ask !== undefined;
  const targets = useMemo<readonly MoveTarget[] | null>(
    () => (canMove ? groups.map(({ rows: _, ...target }) => target) : null),
    [canMove, groups],
  );

  const moveTo = useCallback(
    (id: string, value: string | null) => {
      const row = byId.get(id);
      if (row !== undefined && valueOf(row, column) !== value) move(row, [{ column, value }]);
    },
    [byId, column, valueOf, move],
  );
  const drop = ({ operation: { source, target }, canceled }: DragEndEvent) => {
    setDragged(null);
    const group = groups.find(({ value }) => target !== null && droppableId(value) === target.id);
    if (!canceled && source && group) moveTo(String(source.id), group.value);
  };

  const names = {
    card: (id: unknown) => {
      const row = byId.get(String(id));
      return row === undefined ? '' : titleOf(row);
    },
    column: (id: unknown) => groups.find(({ value }) => droppableId(value) === id)?.label ?? '',
  };
  const spoken = useSpokenDrag(names);
  const cardOf = (row: Row, at: string | null) => (
    <KanbanCard
      id={idOf(row)}
      row={row}
      title={titleOf(row)}
      fields={fields}
      isFresh={fresh.has(idOf(row))}
      open={open}
      targets={targets}
      at={at}
      moveTo={moveTo}
    />
  );
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={spoken}
      onDragStart={({ operation }) => setDragged(operation.source ? String(operation.source.id) : null)}
      onDragEnd={drop}
    >
      <div
        className={styles.board}
        role="group"
        aria-label={t('views.kanban.board', { column: column.label })}
        data-dragging={dragged !== null || undefined}
      >
        {groups.map((group) => (
          <KanbanColumn
            key={group.value ?? ''}
            column={group}
            idOf={idOf}
            isCollapsed={switched.get(group.value) ?? group.rows.length === 0}
            onCollapse={(isCollapsed) => setSwitched((now) => new Map(now).set(group.value, isCollapsed))}
            dragged={dragged}
            card={(row) => cardOf(row, group.value)}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {(source) => <div className={styles.overlay}>{names.card(source.id)}</div>}
      </DragOverlay>
    </DragDropProvider>
  );
}
