import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialsOf,
  isUsername,
  maskedEmail,
  normalizedUsername,
  suggestUsername,
  telemetryId,
} from './identifiers.ts';

it.each([
  [' Ana.GIL ', 'ana.gil'],
  ['ANA@FIRMA.CO', 'ana@firma.co'],
  ['pen\u0303a', 'peña'],
])('%s is the user name %s', (typed, name) => {
  expect(normalizedUsername(typed)).toBe(name);
});

it.each([
  ['ana.gil', true],
  ['peña_2', true],
  ['ana@firma.com', true],
  ['a', false],
  ['.ana', false],
  ['ana gil', false],
  ['ana\u0000gil', false],
  ['ana<gil', false],
  ['', false],
  ['a'.repeat(255), false],
])('%j may be a user name: %s', (name, expected) => {
  expect(isUsername(name)).toBe(expected);
});

describe('a name for somebody new', () => {
  const of = (firstName: string, lastName: string, taken: readonly string[] = []) =>
    suggestUsername({ firstName, lastName, email: 'x.y@firma.co' }, (name) => taken.includes(name));

  it.each([
    ['Ana', 'Gil Pérez', [], 'ana.gil'],
    ['Óscar', 'Benítez', [], 'oscar.benitez'],
    ['Ana', 'Gil', ['ana.gil', 'ana.gil2'], 'ana.gil3'],
    ['Madonna', '', [], 'madonna'],
    ['—', '…', [], 'xy'],
    ['X', '', [], 'x.x'],
  ])('%s %s, where %j are taken: %s', (first, last, taken, expected) => {
    expect(of(first, last, taken)).toBe(expected);
  });

  it('is always one that may be, and free', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (firstName, lastName, email) => {
        const first = suggestUsername({ firstName, lastName, email }, () => false);
        const next = suggestUsername({ firstName, lastName, email }, (name) => name === first);
        expect(isUsername(first)).toBe(true);
        expect(next).not.toBe(first);
      }),
    );
  });
});

it.each([
  ['Claudia', 'Restrepo', 'CR'],
  ['Óscar', 'Benítez', 'OB'],
  [' ana maría ', 'de la Vega', 'AD'],
  ['Madonna', '', 'M'],
])('%s %s → %s', (firstName, lastName, initials) => {
  expect(initialsOf(firstName, lastName)).toBe(initials);
});

it('an id for a collector keeps nothing that its protocol cannot carry', () => {
  expect(telemetryId('a,b;c=d e|f-1')).toBe('abcdef-1');
  fc.assert(fc.property(fc.string(), (id) => !/[,;= |]/.test(telemetryId(id))));
});

it.each([
  ['marta@firma.co', 'm•••@firma.co'],
  ['@firma.co', '•••'],
  ['nada', '•••'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
