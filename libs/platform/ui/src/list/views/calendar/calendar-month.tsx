import type { CSSProperties, DragEvent } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import type { CalendarEntry } from './calendar-events.ts';
import styles from './calendar-view.module.css';
import { dropTarget, takeEntry, type DropEntry } from './dragged-entry.ts';
import { monthWeeks, type MonthBar, type MonthWeek } from './month-weeks.ts';

/** Entries of a day in a month; the others open with the day, from "3 más". */
const LINES = 4;

interface CalendarMonthProps {
  /** A day of the month. */
  readonly day: string;
  readonly today: string;
  readonly entries: readonly CalendarEntry[];
  readonly weekdayOf: (day: string) => string;
  readonly fresh: ReadonlySet<string>;
  readonly open: (id: string) => void;
  readonly showDay: (day: string) => void;
  /** Null if rows cannot be moved. */
  readonly drop: DropEntry | null;
}

/** The weeks of a month. The library's month compares every entry with every day: a second for 200 of them. */
export function CalendarMonth(props: CalendarMonthProps) {
  const { day, entries, weekdayOf } = props;
  const weeks = useMemo(() => monthWeeks(day, entries, LINES), [day, entries]);
  return (
    <div className={styles.month}>
      <div className={styles.weekdays} aria-hidden>
        {weeks[0]?.days.map((one) => (
          <span key={one}>{weekdayOf(one)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week key={week.days[0]} week={week} {...props} />
      ))}
    </div>
  );
}

function Week({ week, ...props }: CalendarMonthProps & { readonly week: MonthWeek }) {
  const { day: shown, today, entries, fresh, open, showDay, drop } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (
    <div className={styles.week}>
      {week.days.map((day, at) => (
        // Drop target; keyboard users open the entry and change its days there.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          key={day}
          className={styles.monthDay}
          style={{ gridColumn: at + 1 }}
          data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
          data-today={day === today || undefined}
          {...dropTarget(day, entries, drop)}
        />
      ))}
      {week.days.map((day, at) => (
        <button
          key={day}
          type="button"
          className={styles.monthDayHead}
          style={{ gridColumn: at + 1 }}
          data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
          aria-label={format.date(day)}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => showDay(day)}
        >
          <span className={styles.dayNumber}>{Number(day.slice(8))}</span>
        </button>
      ))}
      {week.bars.map((bar) => (
        <button
          key={bar.entry.id}
          type="button"
          className={styles.entry}
          style={
            {
              gridColumn: `${bar.from + 1} / ${bar.to + 2}`,
              gridRow: bar.line + 2,
              '--choice-colour': bar.entry.color,
            } as CSSProperties
          }
          data-event-id={bar.entry.id}
          data-fresh={fresh.has(bar.entry.id) || undefined}
          title={bar.entry.title}
          draggable={drop !== null}
          onDragStart={(event) => takeEntry(event, bar.entry.id, dayUnder(event, bar, week))}
          onClick={() => open(bar.entry.id)}
        >
          {bar.entry.time !== null && <span className={styles.entryTime}>{bar.entry.time}</span>}
          {bar.entry.title}
        </button>
      ))}
      {week.days.map((day, at) => {
        const count = week.hidden[at] ?? 0;
        return (
          count > 0 && (
            <button
              key={day}
              type="button"
              className={styles.more}
              style={{ gridColumn: at + 1, gridRow: LINES + 2 }}
              aria-label={`${format.date(day)}: ${t('views.calendar.more', { count })}`}
              onClick={() => showDay(day)}
            >
              {t('views.calendar.more', { count })}
            </button>
          )
        );
      })}
    </div>
  );
}

/** The day of a bar at which the pointer takes it. */
function dayUnder(
  { clientX, currentTarget }: DragEvent,
  { from, to }: MonthBar,
  { days }: MonthWeek,
): string {
  const { left, width } = currentTarget.getBoundingClientRect();
  const part = width === 0 ? 0 : Math.floor(((clientX - left) / width) * (to - from + 1));
  return days[Math.min(to, Math.max(from, from + part))] ?? '';
}
