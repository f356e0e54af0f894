import { addDays, daysBetween, weekOf, type DaySpan } from '../days.ts';

export const GANTT_SCALES = ['day', 'week', 'month'] as const;
export type GanttScale = (typeof GANTT_SCALES)[number];

/** Width of a cell of each scale in pixels, and days that a step by keyboard moves a bar. */
export const CELL_WIDTH: Readonly<Record<GanttScale, number>> = { day: 36, week: 84, month: 96 };
export const STEP_DAYS: Readonly<Record<GanttScale, number>> = { day: 1, week: 7, month: 30 };

/** Empty days around the bars, so that one can be dragged past the first and the last. */
const MARGIN_DAYS: Readonly<Record<GanttScale, number>> = { day: 14, week: 35, month: 100 };
/** Days that a chart covers before and after today. A mistyped year would make it millions of pixels wide. */
export const MOST_GANTT_DAYS = 3_660;

/** First and last day of the time scale: all bars and today, within what can be drawn, from a whole unit on. */
export function ganttWindow(spans: readonly DaySpan[], today: string, scale: GanttScale): DaySpan {
  let from = today;
  let to = today;
  for (const span of spans) {
    if (span.from < from) from = span.from;
    if (span.to > to) to = span.to;
  }
  const [first, last] = [addDays(today, -MOST_GANTT_DAYS), addDays(today, MOST_GANTT_DAYS)];
  const margin = MARGIN_DAYS[scale];
  return {
    from: unitStart(addDays(from < first ? first : from, -margin), scale),
    to: addDays(to > last ? last : to, margin),
  };
}

/** The library begins its scale with a whole week or month. */
function unitStart(day: string, scale: GanttScale): string {
  if (scale === 'day') return day;
  return scale === 'week' ? weekOf(day).from : `${day.slice(0, 7)}-01`;
}

/** Pixels from the first day of the time scale to the beginning of a day; all months are equally wide. */
export function xOfDay(day: string, first: string, scale: GanttScale): number {
  if (scale === 'day') return daysBetween(first, day) * CELL_WIDTH.day;
  if (scale === 'week') return (daysBetween(first, day) / 7) * CELL_WIDTH.week;
  const monthOf = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
  const begins = `${day.slice(0, 7)}-01`;
  const next = `${addDays(begins, 31).slice(0, 7)}-01`;
  const passed = daysBetween(begins, day) / daysBetween(begins, next);
  return (monthOf(day) - monthOf(first) + passed) * CELL_WIDTH.month;
}

/** Whether a bar can be drawn; one with a mistyped year is counted with the rows without dates. */
export const isDrawn = (span: DaySpan, today: string): boolean =>
  Math.abs(daysBetween(today, span.from)) <= MOST_GANTT_DAYS &&
  Math.abs(daysBetween(today, span.to)) <= MOST_GANTT_DAYS;

export type SpanState = 'planned' | 'running' | 'late' | 'done';

/** Red says lateness only: what is done, or lies ahead, stays calm. */
export function stateOf(span: DaySpan, today: string, isDone: boolean | null): SpanState {
  if (isDone === true) return 'done';
  if (isDone === false && span.to < today) return 'late';
  return span.from > today ? 'planned' : 'running';
}

/** A span moved as a whole, or by its end alone, which stays on or after the start. */
export function shifted(span: DaySpan, days: number, part: 'whole' | 'end'): DaySpan {
  const to = addDays(span.to, days);
  if (part === 'whole') return { from: addDays(span.from, days), to };
  return { from: span.from, to: to < span.from ? span.from : to };
}
