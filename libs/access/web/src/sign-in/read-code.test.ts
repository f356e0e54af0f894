import { describe, expect, it } from 'vitest';
import { digitsOf, recoveryOf } from './read-code.ts';

describe('a code as it was typed or pasted', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['1234567', '123456'],
    ['doce', ''],
  ])('%j is %j', (typed, code) => expect(digitsOf(typed)).toBe(code));

  it.each([
    ['abcdefgh2345', 'abcd-efgh-2345'],
    ['ABCD EFGH IJKL', 'abcd-efgh-ijkl'],
    ['abcd-efg', 'abcd-efg'],
    ['abcd-', 'abcd'],
    ['', ''],
  ])('a recovery code %j is %j', (typed, code) => expect(recoveryOf(typed)).toBe(code));
});
