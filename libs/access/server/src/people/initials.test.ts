import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Claudia', 'Restrepo', 'CR'],
  ['Óscar', 'Benítez', 'OB'],
  [' ana maría ', 'de la Vega', 'AD'],
  ['Madonna', '', 'M'],
])('%s %s → %s', (firstName, lastName, initials) => {
  expect(initialsOf(firstName, lastName)).toBe(initials);
});
