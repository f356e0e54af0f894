import { describe, expect, it } from 'vitest';
import { progressOf, stateOf } from './read-projections.ts';

describe('how a generation of a projection stands', () => {
  it.each([
    ['live', true, false, 0, 'live'],
    ['live', true, false, 4, 'live'],
    ['live', true, false, 60, 'behind'],
    ['live', true, false, null, 'live'],
    ['live', false, false, 0, 'stopped'],
    ['live', false, true, 60, 'waiting'],
    ['building', true, true, 60, 'building'],
    ['building', false, false, 60, 'stopped'],
  ] as const)(
    '%s, lease held: %s, being replaced: %s, %s s late: %s',
    (role, held, replaced, late, state) => {
      expect(stateOf({ role, held }, replaced, late)).toBe(state);
    },
  );
});

describe('how much of the log is read', () => {
  it.each([
    [0, 200, 100],
    [50, 200, 75],
    [200, 200, 0],
    [0, 0, 100],
    [300, 200, 0],
    [null, 200, null],
    [5, null, null],
  ])('%s of %s behind: %s %', (lag, events, percent) => {
    expect(progressOf(lag, events)).toBe(percent);
  });
});
