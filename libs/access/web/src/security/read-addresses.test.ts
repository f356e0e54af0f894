import { describe, expect, it } from 'vitest';
import { readAddresses } from './read-addresses.ts';

describe('addresses as people write them', () => {
  it.each([
    ['', [], []],
    ['190.85.1.0/24\n10.0.0.7', ['190.85.1.0/24', '10.0.0.7'], []],
    ['10.0.0.7, 10.0.0.7; 2001:db8::/32', ['10.0.0.7', '2001:db8::/32'], []],
    ['10.0.0.7 oficina 10.0.0.300', ['10.0.0.7'], ['oficina', '10.0.0.300']],
  ])('%j', (text, ranges, wrong) => expect(readAddresses(text)).toEqual({ ranges, wrong }));
});
