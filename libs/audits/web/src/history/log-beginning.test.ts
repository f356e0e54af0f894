import { expect, it } from 'vitest';
import { beginningFor } from './log-beginning.ts';

it.each([
  ['at the newest change for one of the first page', 690, null, null],
  ['a little above an older one', 149, null, 170],
  ['where it is while it holds the version', 149, { from: 70, to: 169 }, 'kept'],
  ['anew where the version is later than its newest change', 300, { from: 70, to: 169 }, 321],
  ['anew where the version is earlier than its oldest one', 69, { from: 70, to: 169 }, 90],
  ['at the newest change again', 742, { from: 70, to: 169 }, null],
] as const)('the list begins %s', (_, version, held, beginning) => {
  expect(beginningFor({ version, head: 742 }, held)).toBe(beginning);
});
