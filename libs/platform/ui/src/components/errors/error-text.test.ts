import { ApiError } from '@cotejo/http/client';
import { describe, expect, it } from 'vitest';
import { errorText } from './error-text.ts';
import { failureText } from './use-error-text.ts';

describe('errorText', () => {
  it.each([
    ['a text as it is', 'No hay cupo', 'No hay cupo'],
    ['a list as lines', ['uno', 'dos'], '- uno\n- dos'],
    ['an error with its code', { error: 'No hay cupo', code: 'no_slot' }, 'No hay cupo\nErrCode: no_slot'],
    ['an error whose code is invalid', { error: 'No hay cupo', code: null }, 'No hay cupo'],
    ['an error with the code «invalid»', { error: 'No hay cupo', code: 'invalid' }, 'No hay cupo'],
    ['an error with an empty code', { error: 'No hay cupo', code: ' ' }, 'No hay cupo'],
    ['an error with a number for a code', { error: 'No hay cupo', code: 17 }, 'No hay cupo\nErrCode: 17'],
    ['an error whose number is none', { error: 'No hay cupo', code: NaN }, 'No hay cupo'],
    ['an error that is a list', { error: ['uno', 'dos'], code: 'many' }, '- uno\n- dos\nErrCode: many'],
    ['an object with only ERROR', { ERROR: 'Falló' }, 'Error: Falló'],
    ['any other object, a line a key', { nombre: ['Requerido'], n: 1 }, 'nombre: ["Requerido"]\nn: 1'],
    ['an exception', new Error('Se rompió'), 'Se rompió'],
    ['nothing', undefined, null],
    ['an empty object', {}, null],
  ])('%s', (_, failure, words) => {
    expect(errorText(failure)).toBe(words);
  });
});

describe('failureText', () => {
  const t = (key: string) => `«${key}»`;
  it.each([
    ['no answer', ApiError.network(new TypeError('Failed to fetch')), '«error.network»'],
    ['an unreadable answer', ApiError.unreadable(502), '«error.unreadable»'],
    [
      "the server's own words",
      new ApiError(409, { error: 'Código repetido', code: 'code_taken' }),
      'Código repetido',
    ],
    ['nothing to say', null, '«error.title»'],
  ])('%s', (_, failure, words) => {
    expect(failureText(failure, t)).toBe(words);
  });
});
