import { describe, expect, it } from 'vitest';
import { isSupported } from './unsupported-browser.ts';

const modern = {
  CSS: { supports: () => true },
  navigator: { locks: {} },
  indexedDB: {},
  Array,
  isSecureContext: true,
};

describe('a browser', () => {
  it.each([
    ['of today', modern, true],
    [
      'of today over plain HTTP, where locks are not told',
      { ...modern, navigator: {}, isSecureContext: false },
      true,
    ],
    ['without locks', { ...modern, navigator: {} }, false],
    ['without a place to keep what is not sent', { ...modern, indexedDB: undefined }, false],
    ['without the styles', { ...modern, CSS: { supports: () => false } }, false],
    ['without CSS.supports', { ...modern, CSS: undefined as never }, false],
    ['of years ago', { ...modern, Array: { prototype: {} } }, false],
  ])('%s: %#', (_, scope, supported) => {
    expect(isSupported(scope)).toBe(supported);
  });
});
