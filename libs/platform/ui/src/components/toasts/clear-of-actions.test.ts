import { expect, it } from 'vitest';
import { clearTop, type Box } from './clear-of-actions.ts';

/** Toasts at the top right of a window of 1000 × 800. */
const TOASTS: Box = { top: 60, bottom: 130, left: 660, right: 980 };
const button = (top: number, left = 800): Box => ({ top, bottom: top + 32, left, right: left + 100 });

it.each<[name: string, buttons: readonly Box[], top: number]>([
  ['without buttons', [], 60],
  ['over a primary button of the header', [button(66)], 106],
  ['over the buttons of header and toolbar', [button(150), button(66)], 190],
  ['above a button further down', [button(140)], 60],
  ['beside a button at the left', [button(66, 300)], 60],
  ['where buttons leave no room', Array.from({ length: 20 }, (_, n) => button(40 + n * 40)), 60],
])('toasts %s', (_, buttons, top) => {
  expect(clearTop(TOASTS, buttons, 800)).toBe(top);
});
