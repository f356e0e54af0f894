import { describe, expect, it } from 'vitest';
import { personColour } from './person-colour.ts';

const uuid = (n: number) => `0193b1a2-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('personColour', () => {
  it('is one of the ten person colours and stays the same', () => {
    for (let n = 0; n < 50; n += 1) {
      expect(personColour(uuid(n))).toMatch(/^var\(--person-([1-9]|10)\)$/);
      expect(personColour(uuid(n))).toBe(personColour(uuid(n)));
    }
  });

  it('spreads people who were made one after another', () => {
    const colours = new Set(Array.from({ length: 40 }, (_, n) => personColour(uuid(n))));
    expect(colours.size).toBe(10);
  });
});
