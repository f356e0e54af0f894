import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, showNumber } from './written-number.ts';

describe('a number that somebody writes', () => {
  it.each([
    ['128.500.000', '128500000'],
    ['128.500.000,5', '128500000.5'],
    ['128500000,05', '128500000.05'],
    ['1.284', '1284'],
    ['7,5', '7.5'],
    ['7.5', '7.5'],
    ['12.34', '12.34'],
    ['0,25', '0.25'],
    ['007', '7'],
    [' 85 % ', '85'],
    ['12,', '12'],
    ['1.2.3', null],
    ['1,2,3', null],
    ['-5', null],
    ['doce', null],
    ['', null],
  ])('%j is %j in Spanish', (written, read) => {
    expect(readNumber(written, 'es')).toBe(read);
  });

  it.each([
    ['128,500,000.5', '128500000.5'],
    ['1,284', '1284'],
    ['7.5', '7.5'],
    ['7,5', '7.5'],
  ])('%j is %j in English', (written, read) => {
    expect(readNumber(written, 'en')).toBe(read);
  });

  it.each([
    ['128500000.5', 'es', '128.500.000,5'],
    ['128500000.50', 'en', '128,500,000.50'],
    ['999', 'es', '999'],
    ['1000', 'es', '1.000'],
  ] as const)('%s is shown in %s as %s', (digits, language, shown) => {
    expect(showNumber(digits, language)).toBe(shown);
  });

  it('is read as it is shown, to the last digit', () => {
    const amount = fc.tuple(fc.bigInt(0n, 999_999_999_999_999n), fc.option(fc.integer({ min: 0, max: 99 })));
    fc.assert(
      fc.property(amount, fc.constantFrom('es' as const, 'en' as const), ([whole, cents], language) => {
        const digits = `${whole}${cents === null ? '' : `.${String(cents).padStart(2, '0')}`}`;
        expect(readNumber(showNumber(digits, language), language)).toBe(digits);
      }),
    );
  });
});
