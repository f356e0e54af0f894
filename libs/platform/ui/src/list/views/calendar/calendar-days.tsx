import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import type { CalendarEntry } from './calendar-events.ts';
import { WindowedList } from '../windowed-list.tsx';
import styles from './calendar-view.module.css';
import { dropTarget, takeEntry, type DropEntry } from './dragged-entry.ts';

const ENTRY_PX = 26;
const GAP_PX = 3;

interface CalendarDaysProps {
  readonly days: readonly string[];
  readonly today: string;
  /** All-day entries only. */
  readonly entries: readonly CalendarEntry[];
  readonly weekdayOf: (day: string) => string;
  readonly fresh: ReadonlySet<string>;
  readonly open: (id: string) => void;
  readonly showDay: (day: string) => void;
  readonly drop: DropEntry | null;
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
            {...dropTarget(day, entries, drop)}
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
                  onDragStart={(event) => takeEntry(event, id, day)}
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
