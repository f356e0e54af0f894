import { Button, SegmentedControl } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useIsPhone } from '../../../provider/use-is-phone.ts';
import type { ListViewProps, MoveRow } from '../../list-view.ts';
import { isOver } from '../../columns/late-rows.ts';
import type { DaySpan } from '../days.ts';
import { GanttChart, type GanttBar, type GanttHandle, type GanttPart } from './gantt-chart.tsx';
import { GANTT_SCALES, isDrawn, stateOf, type GanttScale } from './gantt-spans.ts';
import { UndatedRows } from '../undated-rows.tsx';
import { useRowDays } from '../use-row-days.ts';
import { useToday } from '../use-today.ts';
import { columnOf } from '../value-text.ts';
import shared from '../views.module.css';

export interface GanttViewProps<Row> extends ListViewProps<Row> {
  /** Column of the first day. */
  readonly from: string;
  /** Column of the last day, included. */
  readonly to: string;
  /** Without it bars can't be dragged. */
  readonly move?: MoveRow<Row>;
  /** A column of percentages from 0 to 100. */
  readonly progress?: string;
  /** Whether the work is over; without it a progress of 100 says so, and without that nothing is late. */
  readonly isDone?: (row: Row) => boolean;
  readonly scale?: GanttScale;
  readonly onScale?: (scale: GanttScale) => void;
}

/** Rows as bars over a time line by days, weeks or months. */
export default function GanttView<Row>(props: GanttViewProps<Row>) {
  const { rows, columns, idOf, titleOf, open, fresh, from, to, move: ask, progress, isDone } = props;
  const { t } = useTranslation('ui');
  const chart = useRef<GanttHandle>(null);
  const isPhone = useIsPhone();
  const [part, setPart] = useState<GanttPart>('grid');
  const { spanOfRow, moveSpan } = useRowDays(columns, { from, to }, idOf, ask);
  const today = useToday();
  const [scale, setScale] = useUncontrolled<GanttScale>({
    ...(props.scale === undefined ? {} : { value: props.scale }),
    ...(props.onScale === undefined ? {} : { onChange: props.onScale }),
    defaultValue: 'week',
  });
  const { bars, undated } = useMemo(() => {
    const progressColumn = progress === undefined ? null : columnOf(columns, progress);
    const work = { to, ...(progress !== undefined && { progress }), ...(isDone && { isDone }) };
    const bars: GanttBar[] = [];
    const undated: Row[] = [];
    for (const row of rows) {
      const span = spanOfRow(row);
      if (span === null || !isDrawn(span, today)) {
        undated.push(row);
        continue;
      }
      const percent = progressColumn ? Number(progressColumn.value(row) ?? 0) : null;
      bars.push({
        id: idOf(row),
        title: titleOf(row),
        span,
        percent,
        state: stateOf(span, today, isOver(row, columns, work)),
      });
    }
    return { bars, undated };
  }, [rows, columns, to, progress, isDone, idOf, titleOf, spanOfRow, today]);
  const byId = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows, idOf]);
  const withRow = (id: string, act: (row: Row) => void) => {
    const row = byId.get(id);
    if (row !== undefined) act(row);
  };
  const late = bars.filter(({ state }) => state === 'late').length;
  return (
    <div className={shared.view}>
      <div className={shared.bar}>
        <Button variant="default" size="compact-sm" onClick={() => chart.current?.showToday()}>
          {t('views.today')}
        </Button>
        {isPhone && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => setPart(part === 'grid' ? 'chart' : 'grid')}
          >
            {t(part === 'grid' ? 'views.gantt.timeline' : 'views.gantt.rows')}
          </Button>
        )}
        {late > 0 && <span>{t('views.gantt.late', { count: late })}</span>}
        <span className={shared.barEnd}>
          <SegmentedControl
            size="xs"
            aria-label={t('views.gantt.scale')}
            data={GANTT_SCALES.map((value) => ({ value, label: t(`views.scale.${value}`) }))}
            value={scale}
            onChange={setScale}
          />
        </span>
      </div>
      <div className={shared.withAside}>
        <div className={shared.main}>
          {bars.length === 0 ? (
            <EmptyState title={t('views.gantt.nothing')} text={t('views.gantt.nothing_text')} />
          ) : (
            <GanttChart
              handle={chart}
              bars={bars}
              today={today}
              scale={scale}
              part={part}
              fresh={fresh}
              open={(id) => withRow(id, open)}
              move={
                ask === undefined
                  ? null
                  : (id: string, after: DaySpan) => withRow(id, (row) => moveSpan(row, after))
              }
            />
          )}
        </div>
        <UndatedRows rows={undated} idOf={idOf} titleOf={titleOf} open={open} fresh={fresh} />
      </div>
    </div>
  );
}
