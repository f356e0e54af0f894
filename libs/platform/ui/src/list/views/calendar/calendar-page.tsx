import '@mantine/dates/styles.layer.css';
import { UnstyledButton } from '@mantine/core';
import { DayView, MobileMonthView, WeekView, type DayViewProps } from '@mantine/schedule';
import '@mantine/schedule/styles.layer.css';
import type { Language } from '@cotejo/i18n';
import 'dayjs/locale/es';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import { useIsPhone } from '../../../provider/use-is-phone.ts';
import { CalendarDays } from './calendar-days.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { entriesIn, eventOf, shownDays, type CalendarEntry, type CalendarSpan } from './calendar-events.ts';
import { addDays, daysBetween, type DaySpan } from '../days.ts';
import { weekdayText } from './periods.ts';
import styles from './calendar-view.module.css';
import type { DropEntry } from './dragged-entry.ts';

interface CalendarPageProps {
  readonly entries: readonly CalendarEntry[];
  readonly day: string;
  readonly today: string;
  readonly span: CalendarSpan;
  readonly language: Language;
  /** Whether some rows have a time; otherwise there are only whole days. */
  readonly withTimes: boolean;
  readonly fresh: ReadonlySet<string>;
  readonly open: (id: string) => void;
  readonly showDay: (day: string) => void;
  /** Null if rows cannot be moved. */
  readonly drop: DropEntry | null;
}

/** A calendar page: our months and whole days; hours and the month of a phone are the library's. */
export function CalendarPage(props: CalendarPageProps) {
  const isPhone = useIsPhone();
  if (props.span !== 'month') return <DaysPage {...props} />;
  if (isPhone) return <PhoneMonth {...props} />;
  const { entries, day, today, language, fresh, open, showDay, drop } = props;
  return (
    <CalendarMonth
      {...{ entries, day, today, fresh, open, showDay, drop }}
      weekdayOf={(one) => weekdayText(one, language)}
    />
  );
}

/** Props shared by the library's views. */
function useCommon(
  { entries, day, span, language, fresh, open, drop }: CalendarPageProps,
  onlyTimes: boolean,
) {
  const { t } = useTranslation('ui');
  const events = useMemo(
    () =>
      entriesIn(entries, shownDays(day, span))
        .filter(({ time }) => !onlyTimes || time !== null)
        .map(eventOf),
    [entries, day, span, onlyTimes],
  );
  const renderEvent: NonNullable<DayViewProps['renderEvent']> = (event, { children, style, ...rest }) => (
    <UnstyledButton
      {...rest}
      className={`${rest.className ?? ''} ${styles.event}`}
      data-fresh={fresh.has(String(event.id)) || undefined}
      style={{ ...style, '--choice-colour': event.color }}
    >
      {children}
    </UnstyledButton>
  );
  return {
    date: day,
    events,
    locale: language,
    renderEvent,
    firstDayOfWeek: 1 as const,
    weekendDays: [],
    onEventClick: ({ id }: { readonly id: string | number }) => open(String(id)),
    withEventsDragAndDrop: drop !== null,
    onEventDrop: ({ eventId, newStart }: { readonly eventId: string | number; readonly newStart: string }) =>
      drop?.(String(eventId), newStart.slice(0, 10), newStart.slice(11, 16)),
    labels: {
      today: t('views.today'),
      allDay: t('views.calendar.all_day'),
      noEvents: t('views.calendar.nothing'),
      more: t('views.calendar.more_title'),
      moreLabel: (count: number) => t('views.calendar.more', { count }),
      timeSlot: t('views.calendar.time'),
      weekday: t('views.calendar.weekday'),
    },
  };
}

/** Attributes of a day; today is the account's, which may differ from the browser's. */
function useDayProps(today: string) {
  const format = useFormat();
  return (day: string) => ({
    'aria-label': format.date(day),
    ...(day === today ? { 'aria-current': 'date' } : {}),
  });
}

/** On phones a month shows dots, and the entries of the selected day below. */
function PhoneMonth(props: CalendarPageProps) {
  const {
    withEventsDragAndDrop: _drag,
    onEventDrop: _drop,
    renderEvent: _render,
    ...common
  } = useCommon(props, false);
  return (
    <MobileMonthView
      {...common}
      className={styles.phoneMonth ?? ''}
      classNames={{ mobileMonthViewDay: styles.phoneDay ?? '', mobileMonthViewHeader: 'visually-hidden' }}
      defaultSelectedDate={props.today}
      eventsHeaderFormat={props.language === 'es' ? 'dddd D [de] MMMM' : 'dddd, MMMM D'}
      consistentWeeks={false}
      highlightToday={false}
      renderHeader={() => null}
      getDayProps={useDayProps(props.today)}
    />
  );
}

/** A week or a day: whole days in columns, and hours below if rows have times. */
function DaysPage(props: CalendarPageProps) {
  const { entries, day, today, span, language, withTimes, fresh, open, showDay, drop } = props;
  const common = useCommon(props, true);
  const shown = shownDays(day, span);
  const wholeDays = useMemo(
    () => entriesIn(entries, shown).filter(({ time }) => time === null),
    // The shown days derive from `day` and `span`.
    // oxlint-disable-next-line react/exhaustive-deps
    [entries, day, span],
  );
  const times = {
    ...common,
    ref: startAtMorning,
    className: styles.hours ?? '',
    withHeader: false,
    withAllDaySlots: false,
    withCurrentTimeIndicator: false,
  };
  return (
    <>
      <CalendarDays
        days={daysOf(shown)}
        today={today}
        entries={wholeDays}
        weekdayOf={(one) => weekdayText(one, language)}
        fresh={fresh}
        open={open}
        showDay={showDay}
        drop={drop}
        isStrip={withTimes}
      />
      {withTimes &&
        (span === 'week' ? (
          <WeekView {...times} withWeekNumber={false} classNames={{ weekViewHeader: 'visually-hidden' }} />
        ) : (
          <DayView {...times} />
        ))}
    </>
  );
}

const HOUR_PX = 64;
const MORNING = 7;

/** Scrolls a new page of hours to the start of work. */
function startAtMorning(hours: HTMLElement | null): void {
  if (hours) hours.scrollTop = MORNING * HOUR_PX;
}

const daysOf = ({ from, to }: DaySpan): readonly string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place));
