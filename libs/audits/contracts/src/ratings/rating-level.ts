import { choice, line, record, whole, type RowOf, type StateOf } from '@cotejo/record';
import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';

/** A level of the account's scale of ratings; the account's first one replaces the built-in scale. */
export const ratingLevelRecord = record('rating_level', {
  home: 'account',
  fields: {
    name: line(60),
    /** Place in the scale, 1 = best. */
    rank: whole(1, 20),
    colour: choice({
      green: 'VERDE',
      yellow: 'AMARILLO',
      orange: 'NARANJA',
      red: 'ROJO',
      grey: 'GRIS',
    }),
  },
  acts: {},
  refusals: { rating_rank_taken: 409 },
  unique: { fields: ['rank'], refusal: 'rating_rank_taken' },
  rights: { list: 'audits.list', add: 'settings.edit', edit: 'settings.edit', delete: 'settings.edit' },
  path: '/auditorias/calificaciones/',
  wire: { name: 'nombre', rank: 'orden', colour: 'color', restore: 'restaurar' },
});
export type RatingLevelState = StateOf<typeof ratingLevelRecord>;
export type RatingLevelRow = RowOf<typeof ratingLevelRecord>;

/** Texts: `i18n/*.json` of this folder. */
export const ratingLevelErrors = errorsOf(ratingLevelRecord, 'audits-contracts-ratings');
export const ratingLevelCalls = (): RecordCalls<typeof ratingLevelRecord> => callsOf(ratingLevelRecord);
