import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Shares } from './shares.ts';

describe('shares', () => {
  it('refuse whoever has theirs, and nobody else', () => {
    const shares = new Shares();
    const claim = (person: string) => [
      { key: person, most: 2 },
      { key: 'account', most: 3 },
    ];
    const first = shares.take(claim('ana'));
    expect(shares.take(claim('ana'))).not.toBeNull();
    expect(shares.take(claim('ana'))).toBeNull();
    expect(shares.take(claim('leo'))).not.toBeNull();
    // The account is at its limit; another account is not affected.
    expect(shares.take(claim('leo'))).toBeNull();
    expect(shares.take([{ key: 'other', most: 1 }])).not.toBeNull();
    first?.();
    first?.();
    expect(shares.of('account')).toBe(2);
    expect(shares.take(claim('ana'))).not.toBeNull();
  });

  it('never hold more than the limit, and nothing once all is given back', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b'),
      amount: fc.integer({ min: 1, max: 4 }),
      gives: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const shares = new Shares();
        const held: (() => void)[] = [];
        for (const { key, amount, gives } of steps) {
          if (gives) held.shift()?.();
          const release = shares.take([{ key, most: 5 }], amount);
          if (release) held.push(release);
          expect(shares.of(key)).toBeLessThanOrEqual(5);
        }
        for (const release of held) release();
        expect([shares.of('a'), shares.of('b')]).toEqual([0, 0]);
      }),
    );
  });
});
