import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './find-json-fault.ts';

const BOUNDS = { depth: 500, values: 100_000 };

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('finding where a text stops being JSON', () => {
  it('agrees with JSON.parse on any JSON, whole or damaged by one character', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(),
        fc.string({ maxLength: 1 }),
        fc.nat(3),
        (value, place, put, cut) => {
          const text = JSON.stringify(value, null, 1);
          expect(findJsonFault(text, BOUNDS)).toBeNull();
          const i = place % (text.length + 1);
          const damaged = text.slice(0, i) + put + text.slice(i + cut);
          expect(findJsonFault(damaged, BOUNDS) === null).toBe(isJson(damaged));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('names the line and the column', () => {
    expect(findJsonFault('{\n  "a": 1,\n  b: 2\n}', BOUNDS)).toEqual({ what: 'syntax', at: '3:3' });
  });

  it('reads a string of any length', () => {
    expect(findJsonFault(JSON.stringify('x\\"\n'.repeat(1_000_000)), BOUNDS)).toBeNull();
    expect(findJsonFault(`"${'x'.repeat(5_000_000)}`, BOUNDS)).toEqual({ what: 'syntax', at: '1:1' });
  });

  it('stops where there are more values than it may hold, whatever they are', () => {
    const most = { depth: 9, values: 4 };
    expect(findJsonFault('[1,"a",{"b":null}]', { ...most, values: 5 })).toBeNull();
    expect(findJsonFault('[1,"a",{"b":null}]', most)).toEqual({ what: 'values', at: '1:13' });
    expect(findJsonFault('[[],[],[],[]]', most)).toEqual({ what: 'values', at: '1:11' });
  });
});
