import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { choice, day, line, record, type RowOf, type StateOf } from '@cotejo/record';

/** A day on which the account's calendar differs from the holidays by law and the working week. */
export const calendarDay = record('calendar_day', {
  home: 'account',
  fields: {
    date: day(),
    name: line(120),
    kind: choice({ holiday: 'FESTIVO', working: 'LABORABLE' }),
  },
  acts: {},
  refusals: { day_taken: 409 },
  unique: { fields: ['date'], refusal: 'day_taken' },
  rights: 'calendar',
  path: '/calendario/dias/',
  wire: { date: 'fecha', name: 'nombre', kind: 'tipo', restore: 'restaurar' },
});
export type CalendarDay = StateOf<typeof calendarDay>;
export type CalendarDayRow = RowOf<typeof calendarDay>;

/** Texts: `i18n/*.json` of this folder. */
export const calendarDayErrors = errorsOf(calendarDay, 'structure-contracts-days');
export const calendarDayCalls = (): RecordCalls<typeof calendarDay> => callsOf(calendarDay);
