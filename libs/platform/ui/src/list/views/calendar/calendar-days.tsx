import type { CSSProperties, DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import type { CalendarEntry } from './calendar-events.ts';
import { addDays, daysBetween } from '../days.ts';
import { WindowedList } from '../windowed-list.tsx';
import styles from './calendar-view.module.css';

const ENTRY_PX = 26;
const GAP_PX = 3;
/** Drag data type: the entry, and the day at which it was grabbed. */
const DRAGGED = 'application/x-calendar-entry';

interface CalendarDaysProps {
  readonly days: readonly string[];
  readonly today: string;
  /** All-day entries only. */
  readonly entries: readonly CalendarEntry[];
  readonly weekdayOf: (day: string) => string;
  readonly fresh: ReadonlySet<string>;
  readonly open: (id: string) => void;
  readonly showDay: (day: string) => void;
  readonly drop: ((id: string, day: string, time: string) => void) | null;
  /** Leaves room for the hours below. */
  readonly isStrip: boolean;
}

/**
 * All-day entries, one column a day. The library's own all-day area shows only two entries per day, and the
 * others above the hours on hover.
 */
export function CalendarDays(props: CalendarDaysProps) {
  const { days, today, entries, weekdayOf, fresh, open, showDay, drop, isStrip } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const onDrop = (event: DragEvent, day: string) => {
    const [id, taken] = event.dataTransfer.getData(DRAGGED).split('\n');
    const entry = entries.find((one) => one.id === id);
    if (!drop || !entry || taken === undefined) return;
    event.preventDefault();
    drop(entry.id, addDays(entry.span.from, daysBetween(taken, day)), '00:00');
  };
  return (
    <div className={styles.days} data-strip={isStrip || undefined}>
      {days.map((day) => {
        const ofDay = entries.filter(({ span }) => span.from <= day && span.to >= day);
        return (
          // Drop target; keyboard users open the entry and change its days there.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <section
            key={day}
            className={styles.dayColumn}
            aria-label={`${weekdayOf(day)} ${format.date(day)}`}
            aria-current={day === today ? 'date' : undefined}
            onDragOver={(event) => {
              if (drop && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
            }}
            onDrop={(event) => onDrop(event, day)}
          >
            <h3 className={styles.dayHead}>
              <button type="button" onClick={() => showDay(day)}>
                <span>{weekdayOf(day)}</span> <span className={styles.dayNumber}>{Number(day.slice(8))}</span>
              </button>
            </h3>
            {ofDay.length === 0 && !isStrip && days.length === 1 && (
              <p className={styles.nothing}>{t('views.calendar.nothing')}</p>
            )}
            <WindowedList
              items={ofDay}
              keyOf={({ id }) => id}
              itemHeight={ENTRY_PX}
              gap={GAP_PX}
              className={styles.dayEntries}
            >
              {({ id, title, color }) => (
                <button
                  type="button"
                  className={styles.entry}
                  style={{ '--choice-colour': color } as CSSProperties}
                  data-fresh={fresh.has(id) || undefined}
                  title={title}
                  draggable={drop !== null}
                  onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${id}\n${day}`)}
                  onClick={() => open(id)}
                >
                  {title}
                </button>
              )}
            </WindowedList>
          </section>
        );
      })}
    </div>
  );
}
