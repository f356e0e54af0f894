import { expect, it } from 'vitest';
import { isInTheWay } from './carets.ts';

const caret = { top: 100, bottom: 118, left: 300, right: 301 };
const name = (top: number, left: number) => ({ top, bottom: top + 16, left, right: left + 90 });

it.each([
  ['on this user’s line, over their caret', name(101, 280), true],
  ['on this user’s line, over the words that they write', name(104, 390), true],
  ['on this user’s line, far from where they write', name(101, 500), false],
  ['on the line above', name(82, 280), false],
  ['on the line below', name(119, 280), false],
])('the name of another caret %s', (_, box, isAside) => expect(isInTheWay(box, caret)).toBe(isAside));
