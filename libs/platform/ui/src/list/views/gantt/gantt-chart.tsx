import { Locale } from '@svar-ui/react-core';
import { Gantt, Willow, type IApi, type ITask } from '@svar-ui/react-gantt';
import '@svar-ui/react-gantt/all.css';
import { languageOf, type Language } from '@cotejo/i18n';
import {
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import { useIsPhone } from '../../../provider/use-is-phone.ts';
import { addDays, dateOf, type DaySpan } from '../days.ts';
import { GanttBarContent, GanttTitleCell } from './gantt-cells.tsx';
import { GanttRowsContext, type GanttRows } from './gantt-rows.ts';
import {
  CELL_WIDTH,
  ganttWindow,
  STEP_DAYS,
  shifted,
  xOfDay,
  type GanttScale,
  type SpanState,
} from './gantt-spans.ts';
import { draggedSpan, refuseEditing } from './gantt-edits.ts';
import { useMendedMarkup } from './gantt-markup.ts';
import { datePart } from '../calendar/periods.ts';
import styles from './gantt-view.module.css';

export interface GanttBar {
  readonly id: string;
  readonly title: string;
  readonly span: DaySpan;
  /** 0–100; null where progress is not known. */
  readonly percent: number | null;
  readonly state: SpanState;
}

export type GanttPart = 'grid' | 'chart';

export interface GanttHandle {
  showToday(): void;
}

export interface GanttChartProps {
  readonly handle: Ref<GanttHandle>;
  readonly bars: readonly GanttBar[];
  readonly today: string;
  readonly scale: GanttScale;
  /** Which half is shown where there is no room for both. */
  readonly part: GanttPart;
  readonly fresh: ReadonlySet<string>;
  readonly open: (id: string) => void;
  /** Null where bars don't move. */
  readonly move: ((id: string, after: DaySpan) => void) | null;
}

const ROW_PX = 34;
const SCALE_PX = 28;
const GRID_PX = 420;
const GRID_ON_PHONE_PX = 132;
const DATE_PX = 92;
const TASK_TYPES = (['planned', 'running', 'late', 'done'] satisfies SpanState[]).map((id) => ({
  id,
  label: id,
}));
/** Its own words are not shown; weeks begin on Monday. */
const WORDS = { calendar: { weekStart: 1 } };

/** SVAR's Gantt with our rows, colours, keys and dates; it draws what is in sight and lets bars be dragged. */
export function GanttChart(props: GanttChartProps) {
  const { bars, today, scale, part, fresh, open, move } = props;
  const { t, i18n } = useTranslation('ui');
  const language = languageOf(i18n);
  const format = useFormat();
  const isPhone = useIsPhone();
  const box = useRef<HTMLDivElement>(null);
  const api = useRef<IApi | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const dragEnded = useRef(0);
  const showToday = useRef(() => undefined as void);
  /** A chart shows today once it has a width; from then on it stays where somebody scrolled it. */
  const shownPart = useRef<GanttPart | null>(null);
  const [spoken, setSpoken] = useState('');
  const keysId = useId();

  const window = useMemo(
    () =>
      ganttWindow(
        bars.map(({ span }) => span),
        today,
        scale,
      ),
    [bars, today, scale],
  );
  const tasks = useMemo(
    () =>
      bars.map(({ id, title, span, percent, state }): ITask => ({
        id,
        text: title,
        type: state,
        start: dateOf(span.from),
        end: dateOf(addDays(span.to, 1)),
        progress: percent ?? 0,
        fromText: format.date(span.from),
        toText: format.date(span.to),
      })),
    [bars, format],
  );
  const scales = useMemo(() => scalesOf(scale, language), [scale, language]);
  const columns = useMemo(
    () => [
      {
        id: 'text',
        header: t('views.gantt.title'),
        width: isPhone ? GRID_ON_PHONE_PX : GRID_PX - 2 * DATE_PX,
        cell: GanttTitleCell,
      },
      ...(isPhone
        ? []
        : [
            { id: 'fromText', header: t('views.gantt.from'), width: DATE_PX },
            { id: 'toText', header: t('views.gantt.to'), width: DATE_PX },
          ]),
    ],
    [t, isPhone],
  );

  const init = useCallback((next: IApi) => {
    api.current = next;
    shownPart.current = null;
    refuseEditing(next);
    // Before it knows its width, the chart scrolls nowhere.
    next.on('resize-chart', () => {
      if (shownPart.current === latest.current.part) return;
      shownPart.current = latest.current.part;
      showToday.current();
    });
    next.intercept('update-task', (change) => {
      dragEnded.current = Date.now();
      const { bars: now, move: moveTo } = latest.current;
      const bar = now.find(({ id }) => id === change.id);
      const after = bar && draggedSpan(bar.span, change);
      if (bar && after) moveTo?.(bar.id, after);
      // Our rows change, and the chart with them.
      return false;
    });
  }, []);

  useImperativeHandle(props.handle, () => ({ showToday: () => showToday.current() }), []);
  const todayX = xOfDay(today, window.from, scale);
  useLayoutEffect(() => {
    showToday.current = () => {
      const area = box.current?.querySelector('.wx-chart');
      // A third of what is seen lies before today.
      if (area) void api.current?.exec('scroll-chart', { left: Math.max(0, todayX - area.clientWidth / 3) });
    };
  }, [todayX]);

  const rows = useMemo<GanttRows>(() => {
    const focus = (index: number) => {
      const bar = bars[index];
      if (!bar || !api.current) return;
      void api.current.exec('select-task', { id: bar.id, show: true });
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-gantt-row="${CSS.escape(bar.id)}"]`)?.focus(),
      );
    };
    return {
      fresh,
      open,
      step: (id, rowsDown) => focus(bars.findIndex((bar) => bar.id === id) + rowsDown),
      shift: (id, steps, part) => {
        const bar = bars.find((one) => one.id === id);
        if (!bar || !move) return;
        const after = shifted(bar.span, steps * STEP_DAYS[scale], part);
        move(id, after);
        setSpoken(
          t('views.gantt.moved', {
            title: bar.title,
            from: format.date(after.from),
            to: format.date(after.to),
          }),
        );
      },
      canMove: move !== null,
      keysId,
    };
  }, [bars, fresh, open, move, scale, t, format, keysId]);

  const markup = useMemo(() => {
    const places = new Map(bars.map(({ id }, place) => [id, place]));
    return {
      rows: t('views.gantt.rows'),
      timeline: t('views.gantt.timeline'),
      count: bars.length,
      placeOf: (id: string) => places.get(id) ?? -1,
    };
  }, [bars, t]);
  useMendedMarkup(box, markup);

  const onClick = (event: MouseEvent) => {
    const bar = event.target instanceof Element ? event.target.closest('.wx-bar') : null;
    // The click that ends a drag opens nothing.
    if (!bar || Date.now() - dragEnded.current < DRAG_CLICK_MS) return;
    const id = bar.querySelector<HTMLElement>('[data-gantt-bar]')?.dataset['ganttBar'];
    if (id !== undefined) open(id);
  };
  return (
    <GanttRowsContext value={rows}>
      {/* A bar is opened by keyboard from the row's title. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        className={styles.gantt}
        data-scale={scale}
        data-can-move={move !== null || undefined}
        style={{ '--today-x': `${todayX}px` } as CSSProperties}
        onClick={onClick}
      >
        <Locale words={WORDS}>
          <Willow fonts={false}>
            <Gantt
              key={scale}
              init={init}
              tasks={tasks}
              links={NO_LINKS}
              taskTypes={TASK_TYPES}
              taskTemplate={GanttBarContent}
              scales={scales}
              columns={columns}
              start={dateOf(window.from)}
              end={dateOf(window.to)}
              autoScale={false}
              readonly={move === null}
              displayMode={isPhone ? part : 'all'}
              cellWidth={CELL_WIDTH[scale]}
              cellHeight={ROW_PX}
              scaleHeight={SCALE_PX}
              gridWidth={isPhone ? GRID_ON_PHONE_PX : GRID_PX}
              highlightTime={weekend}
              cellBorders="column"
            />
          </Willow>
        </Locale>
        <div id={keysId} hidden>
          {t('views.gantt.keys')}
        </div>
        <div className="visually-hidden" role="status">
          {spoken}
        </div>
      </div>
    </GanttRowsContext>
  );
}

const NO_LINKS: never[] = [];
/** The browser sends the click right after the drag. */
const DRAG_CLICK_MS = 250;

const weekend = (date: Date, unit: string): string =>
  unit === 'day' && (date.getDay() === 0 || date.getDay() === 6) ? (styles.weekend ?? '') : '';

function scalesOf(scale: GanttScale, language: Language) {
  const part = (options: Intl.DateTimeFormatOptions) => (date: Date) => datePart(date, options, language);
  if (scale === 'month')
    return [
      { unit: 'year', step: 1, format: part({ year: 'numeric' }) },
      { unit: 'month', step: 1, format: part({ month: 'short' }) },
    ];
  const months = { unit: 'month', step: 1, format: part({ month: 'long', year: 'numeric' }) };
  if (scale === 'day') return [months, { unit: 'day', step: 1, format: part({ day: 'numeric' }) }];
  // The library rounds months up to whole weeks: a row of months would drift away from the weeks.
  const month = part({ month: 'short', year: 'numeric' });
  return [
    { unit: 'week', step: 1, format: (date: Date) => (date.getDate() <= DAYS_IN_WEEK ? month(date) : '') },
    { unit: 'week', step: 1, format: dayAndMonth },
  ];
}

const DAYS_IN_WEEK = 7;
const dayAndMonth = (date: Date): string =>
  [date.getDate(), date.getMonth() + 1].map((part) => String(part).padStart(2, '0')).join('/');
