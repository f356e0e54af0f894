import { describe, expect, it } from 'vitest';
import { fileNameOf } from './file-name-of.ts';

describe('the name that the server gives a file', () => {
  it.each([
    [`attachment; filename="Acta.pdf"; filename*=UTF-8''Acta%20n%C2%BA%201.pdf`, 'Acta nº 1.pdf'],
    ['attachment; filename="Acta.pdf"', 'Acta.pdf'],
    [`attachment; filename="Acta.pdf"; filename*=UTF-8''%E0%A4%A`, 'Acta.pdf'],
    ['attachment', ''],
    [null, ''],
  ])('of %s is «%s»', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });
});
