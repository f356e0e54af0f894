import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf, type GroupedLine, type RowGroup } from '../group-rows.ts';
import type { Selection } from '../use-selection.ts';
import styles from './row-grid.module.css';
import { gridKey } from './grid-keys.ts';

export interface RowGridProps<Row> {
  /** Names the grid for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly groups: readonly RowGroup<Row>[] | null;
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly open: (row: Row) => void;
  readonly fresh: ReadonlySet<string>;
  /** Null where nothing can be done with several rows at once. */
  readonly selection: Selection | null;
  /** Id of the row whose panel is open. */
  readonly current: string | null;
  /** Height of a row in px; all are alike, so that only those in sight are drawn. */
  readonly rowHeight: number;
  /** Widths of the columns in px, without that of the boxes; null = one column over the whole width. */
  readonly widths: readonly number[] | null;
  /** `row` of role `row` above the lines. */
  readonly head?: ReactNode;
  /** Cells of a row, each of role `gridcell`. */
  readonly cells: (row: Row) => ReactNode;
}

const OVERSCAN = 10;
/** Px of the line above a group. */
const GROUP_HEIGHT = 34;
/** Px of the column with the boxes. */
const BOX_WIDTH = 38;

/**
 * Rows of which only those in sight are drawn, one tab stop: arrows, Home, End and page keys move, Enter opens,
 * Space selects, left and right close and open a group.
 */
export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { rows, groups, idOf, open, selection, widths, rowHeight } = props;
  const { t } = useTranslation('ui');
  const gridId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const lines = useMemo(() => linesOf(rows, groups, closed), [rows, groups, closed]);
  const keyOf = (line: GroupedLine<Row>): string =>
    line.kind === 'group' ? `group:${line.group.key}` : idOf(line.row);
  const place = active === null ? -1 : lines.findIndex((line) => keyOf(line) === active);
  // The compiler leaves this component as it is, which is what the library needs.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'group' ? GROUP_HEIGHT : rowHeight),
    overscan: OVERSCAN,
    getItemKey: (at) => keyOf(lines[at] as GroupedLine<Row>),
  });
  // The virtualizer keeps the heights that it measured first.
  useEffect(() => virtual.measure(), [virtual, rowHeight, lines]);
  const items = virtual.getVirtualItems();
  const toggleGroup = (key: string) =>
    setClosed(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    );
  const goTo = (at: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (line === undefined) return;
    setActive(keyOf(line));
    virtual.scrollToIndex(lines.indexOf(line));
  };
  const onKeyDown = gridKey({
    place,
    count: lines.length,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    goTo,
    act: (act) => {
      const line = lines[place];
      if (line?.kind === 'group') {
        if (act !== 'select' && (act === 'enter' || line.isOpen === (act === 'close'))) {
          toggleGroup(line.group.key);
        }
      } else if (line?.kind === 'row') {
        if (act === 'enter') open(line.row);
        if (act === 'select') selection?.toggle(idOf(line.row));
      }
    },
  });
  const columns = widths === null ? ['minmax(0, 1fr)'] : widths.map((width) => `${width}px`);
  if (selection !== null) columns.unshift(`${BOX_WIDTH}px`);
  if (widths !== null) columns.push('minmax(0, 1fr)');
  // Only a grid with levels has rows that open.
  const role = { role: groups === null ? 'grid' : 'treegrid' };
  const isDrawn = items.some(({ index }) => index === place);

  return (
    // A grid with its role takes the focus and the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={styles.grid}
      data-single={widths === null || undefined}
      {...role}
      aria-label={props.label}
      aria-rowcount={lines.length + (props.head === undefined ? 0 : 1)}
      aria-multiselectable={selection !== null}
      {...(isDrawn && { 'aria-activedescendant': `${gridId}-${place}` })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => target === currentTarget && place < 0 && goTo(0)}
      style={
        {
          '--columns': columns.join(' '),
          '--row-height': `${rowHeight}px`,
          '--group-height': `${GROUP_HEIGHT}px`,
        } as CSSProperties
      }
    >
      {props.head !== undefined && (
        <div role="rowgroup" className={styles.head}>
          {props.head}
        </div>
      )}
      <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const line = lines[index] as GroupedLine<Row>;
          const shared = {
            id: `${gridId}-${index}`,
            'aria-rowindex': index + (props.head === undefined ? 1 : 2),
            'data-active': index === place || undefined,
            style: { transform: `translateY(${start}px)` },
          };
          return line.kind === 'group' ? (
            <GroupLine
              key={key}
              shared={shared}
              label={line.group.label || t('list.no_value')}
              count={line.group.rows.length}
              isOpen={line.isOpen}
              span={columns.length}
              onToggle={() => toggleGroup(line.group.key)}
            />
          ) : (
            <RowLine
              key={key}
              shared={groups === null ? shared : { ...shared, 'aria-level': 2 }}
              row={line.row}
              grid={props}
              onActive={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

interface Shared {
  readonly id: string;
  readonly 'aria-level'?: number;
  readonly style: CSSProperties;
}

interface GroupLineProps {
  readonly shared: Shared;
  readonly label: string;
  readonly count: number;
  readonly isOpen: boolean;
  readonly span: number;
  readonly onToggle: () => void;
}

function GroupLine({ shared, label, count, isOpen, span, onToggle }: GroupLineProps) {
  const { t } = useTranslation('ui');
  const Mark = isOpen ? ChevronDown : ChevronRight;
  return (
    // The grid has the focus and takes the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      {...shared}
      role="row"
      className={styles.group}
      aria-level={1}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <div role="gridcell" aria-colspan={span} className={styles.groupCell}>
        <Mark size={14} aria-hidden />
        <strong>{label}</strong>
        <span className={styles.groupCount}>{t('list.rows', { count })}</span>
      </div>
    </div>
  );
}

interface RowLineProps<Row> {
  readonly shared: Shared;
  readonly row: Row;
  readonly grid: RowGridProps<Row>;
  readonly onActive: (id: string) => void;
}

function RowLine<Row>({ shared, row, grid, onActive }: RowLineProps<Row>) {
  const { t } = useTranslation('ui');
  const { idOf, titleOf, selection, fresh, current, open, cells } = grid;
  const id = idOf(row);
  const isSelected = selection?.ids.has(id) === true;
  return (
    // The grid has the focus and takes the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      {...shared}
      role="row"
      className={styles.row}
      data-row={id}
      data-fresh={fresh.has(id) || undefined}
      data-current={current === id || undefined}
      {...(selection !== null && { 'aria-selected': isSelected })}
      onClick={() => {
        onActive(id);
        open(row);
      }}
    >
      {selection !== null && (
        // The box takes the press, whichever part of its cell is met.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div role="gridcell" className={styles.box} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            size="xs"
            tabIndex={-1}
            checked={isSelected}
            onChange={() => selection.toggle(id)}
            aria-label={t('list.select_row', { title: titleOf(row) })}
          />
        </div>
      )}
      {cells(row)}
    </div>
  );
}
