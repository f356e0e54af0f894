import { addressRange } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedFrom, plainAddress } from './allowed-addresses.ts';

describe('from which addresses an account may be entered', () => {
  it.each<[readonly string[], string, boolean]>([
    [[], '8.8.8.8', true],
    [['10.0.0.7'], '10.0.0.7', true],
    [['10.0.0.7'], '10.0.0.8', false],
    [['190.24.0.0/16'], '190.24.255.1', true],
    [['190.24.0.0/16'], '190.25.0.1', false],
    [['190.24.3.9/16'], '190.24.0.1', true],
    [['0.0.0.0/0'], '1.2.3.4', true],
    [['0.0.0.0/0'], '::1', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['2001:db8::/32'], '2001:db8:1::7', true],
    [['2001:db8::/32'], '2001:db9::7', false],
    [['::1'], '0:0:0:0:0:0:0:1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['2001:db8::1.2.3.4'], '2001:db8::102:304', true],
    [['10.0.0.0/8', '2001:db8::/32'], '2001:db8::1', true],
    [['10.0.0.0/8'], '', false],
    [['10.0.0.0/8'], '10.0.0', false],
    [['10.0.0.0/8'], '10.0.0.999', false],
    [['::/0'], '1:2:3', false],
    [['::/0'], '1::2::3', false],
    [['::/0'], '1:2:3:4:5:6:7:8:9', false],
  ])('%j, asked from %s: %s', (ranges, address, expected) => {
    expect(isAllowedFrom(ranges, address)).toBe(expected);
  });

  it('every address is in its own range, in every wider one, and in none of another address', () => {
    const ipv4 = fc.ipV4();
    fc.assert(
      fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (one, other, prefix) => {
        const wide = addressRange.parse(`${one}/${prefix}`);
        expect(isAllowedFrom([wide], one)).toBe(true);
        expect(isAllowedFrom([one], other)).toBe(one === other);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), (one, prefix) => {
        expect(isAllowedFrom([`${one}/${prefix}`], one)).toBe(true);
      }),
    );
  });
});

it.each([
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.1', '192.0.2.1'],
])('tells %s as people write it: %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});
