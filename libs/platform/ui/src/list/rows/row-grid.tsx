import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf, type GroupedLine, type RowGroup } from '../group-rows.ts';
import type { Selection } from '../use-selection.ts';
import styles from './row-grid.module.css';
import { gridKey } from './grid-keys.ts';
import { RowActCell, type RowAct } from './row-act.tsx';

export interface RowGridProps<Row> {
  /** Accessible name of the grid. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly groups: readonly RowGroup<Row>[] | null;
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly open: (row: Row) => void;
  readonly fresh: ReadonlySet<string>;
  /** Null if there are no bulk actions. */
  readonly selection: Selection | null;
  /** What a row offers at its end; null where rows are only opened. */
  readonly act: ((row: Row) => RowAct | null) | null;
  /** Id of the row whose panel is open. */
  readonly current: string | null;
  /** Fixed height of a row in pixels, required for virtualization. */
  readonly rowHeight: number;
  /** Widths of the columns in pixels, without the checkboxes; null = one column over the whole width. */
  readonly widths: readonly number[] | null;
  /** Header element with role `row`. */
  readonly head?: ReactNode;
  /** Cells of a row, each with role `gridcell`; memoized, since rows are drawn anew when it changes. */
  readonly cells: (row: Row) => ReactNode;
}

const OVERSCAN = 10;
/** Height of a group header in pixels. */
const GROUP_HEIGHT = 34;
/** Width of the checkbox column in pixels. */
const BOX_WIDTH = 38;

/**
 * Virtualized rows as one tab stop: arrows, Home, End and page keys move, Enter opens, Space selects, left
 * and right collapse and expand a group.
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
  const activePlace = active === null ? -1 : lines.findIndex((line) => keyOf(line) === active);
  // The React compiler skips this component, as the library requires.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines[at]?.kind === 'group' ? GROUP_HEIGHT : rowHeight),
    overscan: OVERSCAN,
    getItemKey: (at) => keyOf(lines[at] as GroupedLine<Row>),
  });
  // The virtualizer caches its first measurements.
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
    place: activePlace,
    count: lines.length,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1),
    goTo,
    act: (act) => {
      const line = lines[activePlace];
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
  // The same functions in every render: a row whose functions changed would be drawn anew.
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  const openRow = useCallback((row: Row) => {
    setActive(latest.current.idOf(row));
    latest.current.open(row);
  }, []);
  const selectRow = useCallback((id: string) => latest.current.selection?.toggle(id), []);
  const columns = widths === null ? ['minmax(0, 1fr)'] : widths.map((width) => `${width}px`);
  if (selection !== null) columns.unshift(`${BOX_WIDTH}px`);
  if (widths !== null) columns.push('minmax(0, 1fr)');
  if (props.act !== null) columns.push('auto');
  // Only a grid with levels has rows that open.
  const role = { role: groups === null ? 'grid' : 'treegrid' };
  const isDrawn = items.some(({ index }) => index === activePlace);

  return (
    // The element has the role of a grid; it takes the focus and handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className={styles.grid}
      data-single={widths === null || undefined}
      {...role}
      aria-label={props.label}
      aria-rowcount={lines.length + (props.head === undefined ? 0 : 1)}
      aria-multiselectable={selection !== null}
      {...(isDrawn && { 'aria-activedescendant': `${gridId}-${activePlace}` })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => target === currentTarget && activePlace < 0 && goTo(0)}
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
          const place = { id: `${gridId}-${index}`, top: start };
          const isActive = index === activePlace;
          const rowIndex = index + (props.head === undefined ? 1 : 2);
          return line.kind === 'group' ? (
            <GroupLine
              key={key}
              {...{ ...place, rowIndex, isActive }}
              label={line.group.label || t('list.no_value')}
              count={line.group.rows.length}
              isOpen={line.isOpen}
              span={columns.length}
              onToggle={() => toggleGroup(line.group.key)}
            />
          ) : (
            <RowLine
              key={key}
              {...{ ...place, rowIndex, isActive }}
              isGrouped={groups !== null}
              row={line.row}
              rowId={idOf(line.row)}
              isFresh={props.fresh.has(idOf(line.row))}
              isCurrent={props.current === idOf(line.row)}
              isSelected={selection === null ? null : selection.ids.has(idOf(line.row))}
              titleOf={props.titleOf}
              cells={props.cells}
              act={props.act}
              open={openRow}
              select={selectRow}
            />
          );
        })}
      </div>
    </div>
  );
}

interface LinePlace {
  readonly id: string;
  /** Pixels from the top of the grid. */
  readonly top: number;
  readonly rowIndex: number;
  readonly isActive: boolean;
}

const lineProps = ({ id, top, rowIndex, isActive }: LinePlace) => ({
  id,
  'aria-rowindex': rowIndex,
  'data-active': isActive || undefined,
  style: { transform: `translateY(${top}px)` },
});

interface GroupLineProps extends LinePlace {
  readonly label: string;
  readonly count: number;
  readonly isOpen: boolean;
  readonly span: number;
  readonly onToggle: () => void;
}

function GroupLine({ label, count, isOpen, span, onToggle, ...place }: GroupLineProps) {
  const { t } = useTranslation('ui');
  const Mark = isOpen ? ChevronDown : ChevronRight;
  return (
    // The grid has the focus and handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      {...lineProps(place)}
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

interface RowLineProps<Row> extends LinePlace, Pick<RowGridProps<Row>, 'titleOf' | 'cells' | 'act' | 'open'> {
  readonly row: Row;
  readonly rowId: string;
  readonly isGrouped: boolean;
  readonly isFresh: boolean;
  readonly isCurrent: boolean;
  /** Null if there are no bulk actions. */
  readonly isSelected: boolean | null;
  readonly select: (id: string) => void;
}

/** A row; drawn anew only when something of it changes, not with each keystroke of the search. */
const RowLine = memo(function RowLine<Row>(props: RowLineProps<Row>) {
  const { row, rowId, isGrouped, isFresh, isCurrent, isSelected, titleOf, cells, act, open, select } = props;
  return (
    // The grid has the focus and handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      {...lineProps(props)}
      role="row"
      {...(isGrouped && { 'aria-level': 2 })}
      className={styles.row}
      data-row={rowId}
      data-fresh={isFresh || undefined}
      data-current={isCurrent || undefined}
      {...(isSelected !== null && { 'aria-selected': isSelected })}
      onClick={() => open(row)}
    >
      {isSelected !== null && (
        <SelectCell title={titleOf(row)} isSelected={isSelected} onToggle={() => select(rowId)} />
      )}
      <RowCells row={row} cells={cells} />
      {act !== null && <RowActCell act={act(row)} />}
    </div>
  );
}) as <Row>(props: RowLineProps<Row>) => ReactNode;

/** The cells of a row, which stay as they are when the row moves. */
const RowCells = memo(function RowCells<Row>({ row, cells }: Pick<RowLineProps<Row>, 'row' | 'cells'>) {
  return cells(row);
}) as <Row>(props: Pick<RowLineProps<Row>, 'row' | 'cells'>) => ReactNode;

interface SelectCellProps {
  readonly title: string;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function SelectCell({ title, isSelected, onToggle }: SelectCellProps) {
  const { t } = useTranslation('ui');
  return (
    // Clicks anywhere in the cell must not open the row.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div role="gridcell" className={styles.box} onClick={(event) => event.stopPropagation()}>
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={isSelected}
        onChange={onToggle}
        aria-label={t('list.select_row', { title })}
      />
    </div>
  );
}
