import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '@cotejo/i18n';
import type { ListColumn } from '../../columns/list-column.ts';
import type { ListViewProps, MoveRow } from '../../list-view.ts';
import { CALENDAR_SPANS, movedTo, type CalendarEntry, type CalendarSpan } from './calendar-events.ts';
import { CalendarPage } from './calendar-page.tsx';
import { choiceColour } from '../choice-colour.ts';
import { periodText, stepOf } from './periods.ts';
import { UndatedRows } from '../undated-rows.tsx';
import { useRowDays } from '../use-row-days.ts';
import { useToday } from '../use-today.ts';
import { optionOf } from '../value-text.ts';
import { momentAt } from '../zoned-moment.ts';
import shared from '../views.module.css';

export interface CalendarViewProps<Row> extends ListViewProps<Row> {
  /** Column of the first day. */
  readonly from: string;
  /** Column of the last day, inclusive. */
  readonly to?: string;
  /** Column of a moment: rows with a value are placed at its time. */
  readonly at?: string;
  /** Absent: rows cannot be dragged. */
  readonly move?: MoveRow<Row>;
  readonly span?: CalendarSpan;
  readonly onSpan?: (span: CalendarSpan) => void;
}

/** Rows by day: a month, a week or a day; rows without a day are listed beside. */
export default function CalendarView<Row>(props: CalendarViewProps<Row>) {
  const { rows, columns, idOf, titleOf, open, fresh, from, to, at, move: ask } = props;
  const { t, i18n } = useTranslation('ui');
  const days = useRowDays(columns, { from, ...(to === undefined ? {} : { to }) }, idOf, ask);
  const { spanOfRow, moveSpan, moves, format, zone } = days;
  const today = useToday();
  const [day, setDay] = useState(today);
  const [span, setSpan] = useUncontrolled<CalendarSpan>({
    ...(props.span === undefined ? {} : { value: props.span }),
    ...(props.onSpan === undefined ? {} : { onChange: props.onSpan }),
    defaultValue: 'month',
  });
  const atColumn = columns.find(({ id }) => id === at) ?? null;
  const { valueOf } = moves;

  const momentOf = useCallback(
    (row: Row) => {
      const value = atColumn && valueOf(row, atColumn);
      return typeof value === 'string' && value !== '' ? value : null;
    },
    [atColumn, valueOf],
  );
  const { entries, undated } = useMemo(() => {
    const colourColumn = colouredColumn(columns);
    const entries: CalendarEntry[] = [];
    const undated: Row[] = [];
    for (const row of rows) {
      const moment = momentOf(row);
      const day = moment === null ? null : format.isoDay(moment);
      const span = day ? { from: day, to: day } : spanOfRow(row);
      if (span === null) undated.push(row);
      else
        entries.push({
          id: idOf(row),
          title: titleOf(row),
          color: choiceColour(colourColumn && optionOf(colourColumn, colourColumn.value(row))),
          span,
          time: moment === null ? null : format.time(moment),
        });
    }
    return { entries, undated };
  }, [rows, columns, idOf, titleOf, momentOf, spanOfRow, format]);
  const byId = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows, idOf]);

  const drop = (id: string, newDay: string, time: string) => {
    const row = byId.get(id);
    if (row === undefined) return;
    if (atColumn && momentOf(row) !== null) {
      moves.move(row, [{ column: atColumn, value: momentAt(newDay, time, zone) }]);
      return;
    }
    const before = spanOfRow(row);
    if (before !== null && before.from !== newDay) moveSpan(row, movedTo(before, newDay));
  };
  const openId = (id: string) => {
    const row = byId.get(id);
    if (row !== undefined) open(row);
  };
  const language = languageOf(i18n);
  return (
    <div className={shared.view}>
      <div className={shared.bar}>
        <Button variant="default" size="compact-sm" onClick={() => setDay(today)}>
          {t('views.today')}
        </Button>
        <ActionIcon
          aria-label={t(`views.calendar.previous.${span}`)}
          onClick={() => setDay(stepOf(day, span, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t(`views.calendar.next.${span}`)}
          onClick={() => setDay(stepOf(day, span, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </ActionIcon>
        <h2 className={shared.period} aria-live="polite">
          {periodText(day, span, language, format)}
        </h2>
        <span className={shared.barEnd}>
          <SegmentedControl
            size="xs"
            aria-label={t('views.calendar.span')}
            data={CALENDAR_SPANS.map((value) => ({ value, label: t(`views.scale.${value}`) }))}
            value={span}
            onChange={setSpan}
          />
        </span>
      </div>
      <div className={shared.withAside}>
        <div className={shared.main}>
          <CalendarPage
            entries={entries}
            day={day}
            today={today}
            span={span}
            language={language}
            withTimes={atColumn !== null}
            fresh={fresh}
            open={openId}
            showDay={(next) => {
              setDay(next);
              setSpan('day');
            }}
            drop={ask === undefined ? null : drop}
          />
        </div>
        <UndatedRows rows={undated} idOf={idOf} titleOf={titleOf} open={open} fresh={fresh} />
      </div>
    </div>
  );
}

/** The first column whose options have colours: usually the status. */
const colouredColumn = <Row,>(columns: readonly ListColumn<Row>[]) =>
  columns.find(
    ({ kind, options }) =>
      kind === 'choice' && options?.some(({ color, tone }) => color !== undefined || tone !== undefined),
  );
