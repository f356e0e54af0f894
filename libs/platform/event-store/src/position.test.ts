import { expect, it } from 'vitest';
import { comparePositions } from './position.ts';
import type { Position } from './port.ts';

it.each<[string | null, string | null, number]>([
  [null, null, 0],
  [null, '0', -1],
  ['9', '10', -1],
  ['10', '9', 1],
  ['10', '10', 0],
  ['9007199254740993', '9007199254740992', 1],
])('compares %s with %s', (a, b, order) => {
  expect(comparePositions(a as Position | null, b as Position | null)).toBe(order);
});
