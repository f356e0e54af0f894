import { describe, expect, it } from 'vitest';
import { travelKey } from './travel-key.ts';

function press(key: string, target: Element, over: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...over });
  document.body.replaceChildren(target);
  target.dispatchEvent(event);
  return travelKey(event);
}

describe('the keys of travel', () => {
  it.each([
    [',', -1],
    ['.', 1],
    ['Escape', 'now'],
    ['a', null],
  ])('%s', (key, step) => {
    expect(press(key, document.createElement('div'))).toBe(step);
  });

  it('mean nothing of it where one writes, nor with Ctrl', () => {
    expect(press('.', document.createElement('input'))).toBeNull();
    expect(press('Escape', document.createElement('textarea'))).toBeNull();
    expect(press('.', document.createElement('div'), { ctrlKey: true })).toBeNull();
  });
});
