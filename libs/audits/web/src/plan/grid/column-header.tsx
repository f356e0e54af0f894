import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_SIZE, NAMED_LEAST, type ColumnId, type FittedColumn } from './plan-columns.ts';
import styles from './plan-grid.module.css';
import type { ColumnChoice } from './use-columns.ts';

interface ColumnHeaderProps {
  readonly shown: readonly FittedColumn[];
  readonly choice: ColumnChoice;
}

/** Column titles with handles that resize the columns. */
export function ColumnHeader({ shown, choice }: ColumnHeaderProps) {
  const { t } = useTranslation('audits-web');
  return (
    <div className={styles.headerRow} role="group" aria-label={t('columns.title')}>
      <span className={styles.headerName}>{t('plan.column.item')}</span>
      <span className={styles.columns}>
        {shown.map(({ id, width }) => (
          <span
            key={id}
            className={styles.headerCell}
            style={{ width: `var(--column-${id})` }}
            data-figure={COLUMN_SIZE[id].isFigure || undefined}
            title={t(`plan.column.${id}`)}
          >
            <Edge id={id} width={width} choice={choice} />
            {/* A column that shows only initials is too narrow for a readable title. */}
            <span
              className={width < Math.min(60, NAMED_LEAST[id] ?? 0) ? 'visually-hidden' : styles.headerText}
            >
              {t(`plan.column.${id}`)}
            </span>
          </span>
        ))}
        <span className={styles.actionsCell} />
      </span>
    </div>
  );
}

const STEP = 8;

interface EdgeProps {
  readonly id: ColumnId;
  /** Current width in pixels; dragging starts from it. */
  readonly width: number;
  readonly choice: ColumnChoice;
}

/**
 * Resize handle at a column's left edge: columns are right-aligned, so the space before the column grows or shrinks.
 */
function Edge({ id, width, choice }: EdgeProps) {
  const { t } = useTranslation('audits-web');
  const { least, most } = COLUMN_SIZE[id];
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by !== undefined) choice.resize(id, width + by);
    else if (event.key === 'Enter' || event.key === 'Home') choice.resize(id, null);
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) choice.resize(id, from.current.width - (event.clientX - from.current.x));
  };

  return (
    // A focusable separator is an interactive widget (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <span
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columns.width_of', { column: t(`plan.column.${id}`) })}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      title={t('columns.edge_hint')}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onDoubleClick={() => choice.resize(id, null)}
    />
  );
}
