import { expect, it } from 'vitest';
import { yearsAway } from './years-away.ts';

it.each([
  ['today', '2026-11-23', 0],
  ['three years ago', '2023-11-23', 0],
  ['not quite five years from now', '2031-11-20', 0],
  ['five years from now', '2031-11-24', 5],
  ['a year with its digits swapped', '2062-11-23', 36],
  ['a century that was left out', '0026-11-23', 1999],
  ['no day', '', 0],
])('%s', (_, day, years) => expect(yearsAway(day, '2026-11-23')).toBe(years));
