import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givesWay, givesWayToPerson, IDLE_MS, type OpenShare } from './open-shares.ts';

const limits = { openBytes: 64, accountBytes: 32, groupBytes: 24, personBytes: 16 };
const NOW = 10 * IDLE_MS;
const share = (account: string, more: Partial<OpenShare> = {}): OpenShare => ({
  account,
  group: 'one',
  bytes: 2,
  usedAt: NOW,
  people: new Set(['ana']),
  ...more,
});
const many = (count: number, make: (n: number) => OpenShare): OpenShare[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe('who gives way when another document is opened', () => {
  const wanted = { account: 'a', group: 'one' };

  it('nobody, while there is room', () => {
    expect(
      givesWay(
        many(12, () => share('a')),
        wanted,
        limits,
        NOW,
      ),
    ).toBeNull();
  });

  it.each<[string, readonly OpenShare[], string]>([
    ['an audit has its share', many(13, () => share('a')), 'refuse'],
    ['an account has its share', many(17, (n) => share('a', { group: `${n}` })), 'refuse'],
  ])('is refused while all are in use and %s', (_, open, expected) => {
    expect(givesWay(open, wanted, limits, NOW)).toBe(expected);
  });

  it('its own that were not used for longest, those that nobody has open first', () => {
    const idle = share('a', { usedAt: 0 });
    const older = share('a', { usedAt: 1, people: new Set() });
    const open = [...many(11, () => share('a')), idle, older];
    expect(givesWay(open, wanted, limits, NOW)).toBe(older);
    expect(givesWay([...many(12, () => share('a')), idle], wanted, limits, NOW)).toBe(idle);
  });

  it('on a full node the account that has most, be it in use, to one that has less', () => {
    const greedy = many(30, (n) => share('greedy', { group: `${n}`, usedAt: NOW - n }));
    const others = many(3, () => share('a'));
    expect(givesWay([...greedy, ...others], wanted, limits, NOW)).toBe(greedy[29]);
  });

  it('never refuses an account that has less than its part because another is greedy', () => {
    const document = fc.record({ account: fc.constantFrom('b', 'c', 'd'), group: fc.constantFrom('1', '2'), usedAt: fc.nat(NOW) }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(document, { maxLength: 80 }), fc.nat(4), (found, own) => {
        const open = [...found.map((one) => share(one.account, one)), ...many(own, () => share('a'))];
        const gives = givesWay(open, wanted, limits, NOW);
        expect(gives).not.toBe('refuse');
        if (gives !== null && gives !== 'refuse') expect(gives.account).not.toBe('a');
      }),
    );
  });

  it('a person’s own idle documents to the same person, and no document that others have open', () => {
    const own = many(9, () => share('a'));
    const idle = share('a', { usedAt: 0 });
    const shared = share('a', { usedAt: 0, people: new Set(['ana', 'ben']) });
    expect(givesWayToPerson(own, 'ana', limits, NOW)).toBe('refuse');
    expect(givesWayToPerson([...own, shared], 'ana', limits, NOW)).toBe('refuse');
    expect(givesWayToPerson([...own, shared, idle], 'ana', limits, NOW)).toBe(idle);
    expect(givesWayToPerson([...own, idle], 'ben', limits, NOW)).toBeNull();
    expect(
      givesWayToPerson(
        many(7, () => share('a')),
        'ana',
        limits,
        NOW,
      ),
    ).toBeNull();
  });
});
