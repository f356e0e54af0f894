import { describe, expect, it } from 'vitest';
import { fullness } from './storage-bar.tsx';

describe('the storage bar', () => {
  it.each([
    [0, 100, { part: 0, error: false }],
    [89, 100, { part: 0.89, error: false }],
    [90, 100, { part: 0.9, error: true }],
    [250, 100, { part: 1, error: true }],
    [0, 0, { part: 1, error: true }],
    [5, null, null],
  ])('%i of %s: %j', (used, total, shown) => {
    expect(fullness({ used, total })).toEqual(shown);
  });
});
