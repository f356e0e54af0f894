import { NO_OTHERS } from '@cotejo/record';
import { given } from '@cotejo/record/fixtures';
import { calendarDayRules, workTermsRules } from './calendar-rules.ts';

const taken = { others: { ...NO_OTHERS, isTaken: true } };

given(calendarDayRules, { date: '2026-12-24', name: 'Nochebuena', kind: 'holiday' }).table(
  ['change', { kind: 'working' }, {}, ['CalendarDayChanged']],
  ['change', { date: '2026-12-31' }, taken, 'day_taken'],
  ['change', { date: '2026-02-30' }, {}, 'malformed'],
  ['remove', {}, {}, ['CalendarDayRemoved']],
);
given(calendarDayRules, { date: '2026-12-24', name: 'Nochebuena', kind: 'holiday' }, ['remove']).table(
  ['restore', {}, taken, 'day_taken'],
  ['restore', {}, {}, ['CalendarDayRestored']],
);

given(workTermsRules, {
  ...{ name: '42 horas', since: '2026-07-15', dailyMinutes: 504, weekdays: 'monday_friday' },
  ...{ vacationDays: 15, trainingDays: 5 },
}).table(
  ['change', { dailyMinutes: 480 }, {}, ['WorkTermsChanged']],
  ['change', { dailyMinutes: 0 }, {}, 'terms_without_hours'],
  ['change', { dailyMinutes: 24 * 60 + 1 }, {}, 'malformed'],
  ['change', { vacationDays: -1 }, {}, 'malformed'],
  ['change', { vacationDays: 7.5 }, {}, 'malformed'],
  ['change', { since: '2026-01-01' }, taken, 'terms_taken'],
);
