import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { choice, day, line, minutes, record, whole, type RowOf, type StateOf } from '@cotejo/record';

/** Working time from a date on: hours a day, days of the week, days of leave and training in a year. */
export const workTerms = record('work_terms', {
  home: 'account',
  fields: {
    name: line(120),
    /** First day on which it holds. */
    since: day(),
    /** On each working day. */
    dailyMinutes: minutes(24 * 60),
    weekdays: choice({ monday_friday: 'LUNES_VIERNES', monday_saturday: 'LUNES_SABADO', every: 'TODOS' }),
    vacationDays: whole(0, 366),
    trainingDays: whole(0, 366),
  },
  acts: {},
  refusals: { terms_taken: 409, terms_without_hours: 422 },
  unique: { fields: ['since'], refusal: 'terms_taken' },
  rights: 'calendar',
  path: '/calendario/jornadas/',
  wire: {
    name: 'nombre',
    since: 'desde',
    dailyMinutes: 'minutos_dia',
    weekdays: 'dias_semana',
    vacationDays: 'dias_vacaciones',
    trainingDays: 'dias_capacitacion',
    restore: 'restaurar',
  },
});
export type WorkTerms = StateOf<typeof workTerms>;
export type WorkTermsRow = RowOf<typeof workTerms>;

/** Texts: `i18n/*.json` of this folder. */
export const workTermsErrors = errorsOf(workTerms, 'structure-contracts-terms');
export const workTermsCalls = (): RecordCalls<typeof workTerms> => callsOf(workTerms);
