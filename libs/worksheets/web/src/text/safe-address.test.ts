import { describe, expect, it } from 'vitest';
import { isSafeAddress, meantAddress } from './safe-address.ts';

describe('an address that a text leads to', () => {
  it.each([
    ['https://ejemplo.com/a?b=c', true],
    ['HTTP://ejemplo.com', true],
    ['mailto:ana@ejemplo.com', true],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    [' javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['data:text/html,x', false],
    ['vbscript:x', false],
    ['file:///etc/passwd', false],
    ['tel:123', false],
    ['//ejemplo.com', false],
    ['https://', false],
  ])('%s: %s', (address, isSafe) => expect(isSafeAddress(address)).toBe(isSafe));

  it.each([
    ['ejemplo.com', 'https://ejemplo.com'],
    [' www.ejemplo.com/norma ', 'https://www.ejemplo.com/norma'],
    ['ana@ejemplo.com', 'mailto:ana@ejemplo.com'],
    ['http://ejemplo.com', 'http://ejemplo.com'],
    ['javascript:alert(1.5)', null],
    ['data:text/html,a.b', null],
    ['dos palabras.com', null],
    ['norma', null],
    ['', null],
  ])('«%s» means %s', (written, meant) => expect(meantAddress(written)).toBe(meant));
});
