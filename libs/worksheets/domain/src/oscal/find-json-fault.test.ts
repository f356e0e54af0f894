import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './find-json-fault.ts';

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
          expect(findJsonFault(text, 500)).toBeNull();
          const i = place % (text.length + 1);
          const damaged = text.slice(0, i) + put + text.slice(i + cut);
          expect(findJsonFault(damaged, 500) === null).toBe(isJson(damaged));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('names the line and the column', () => {
    expect(findJsonFault('{\n  "a": 1,\n  b: 2\n}', 9)).toEqual({ what: 'syntax', at: '3:3' });
  });
});
