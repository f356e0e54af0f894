import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOutline, readLines } from './paste-lines.ts';

const read = (text: string) =>
  readLines(text).map(({ code, name }) => (code === null ? name : `${code} | ${name}`));

describe('pasted lines', () => {
  it.each([
    ['a line each, without the empty ones', 'Uno\n\n  Dos  \r\n\t\nTres', ['Uno', 'Dos', 'Tres']],
    [
      'without bullets and numbers of lists',
      '- Uno\n• Dos\n3. Tres\n4) Cuatro',
      ['Uno', 'Dos', 'Tres', 'Cuatro'],
    ],
    [
      'a code in the first column of a spreadsheet',
      'R-001\tPago doble\nR-2\tFraude',
      ['R-001 | Pago doble', 'R-2 | Fraude'],
    ],
    ['a number in the first column', '1.2\tConciliar\n3\tRevisar', ['1.2 | Conciliar', '3 | Revisar']],
    ['what follows the name is left', 'R-001\tPago doble\tAlto\t5', ['R-001 | Pago doble']],
    ['no code in the first column', 'Pago doble\tAlto', ['Pago doble']],
    ['an empty first column', '\tPago doble', ['Pago doble']],
    ['semicolons', 'R-001;Pago doble; y triple', ['R-001 | Pago doble; y triple']],
    [
      'commas, only after letters and digits',
      'C-003, Confirmar\n3, 4 y 5 pagos',
      ['C-003 | Confirmar', '3, 4 y 5 pagos'],
    ],
    ['commas and semicolons of a sentence', 'Revisar, comparar; y firmar', ['Revisar, comparar; y firmar']],
    ['CSV with quotes', '"R-001","Pago ""doble"", y triple"', ['R-001 | Pago "doble", y triple']],
    [
      'a cell with line breaks',
      'R-001\t"Pago\ndoble"\nR-002\tFraude',
      ['R-001 | Pago doble', 'R-002 | Fraude'],
    ],
    ['a quote that opens a sentence', '"Uno" y dos\n"Tres', ['"Uno" y dos', '"Tres']],
    ['nothing', ' \n\t\n', []],
  ])('%s', (_, text, lines) => {
    expect(read(text)).toEqual(lines);
  });

  it('say which are at fault, and why', () => {
    const text = ['Uno', 'uno', 'Dós', 'x'.repeat(501), '\u200b', 'Tres', 'Cuatro'].join('\n');
    expect(readLines(text, { existing: ['Dos'], most: 2 }).map(({ fault }) => fault)).toEqual([
      null,
      'repeated',
      'exists',
      'too_long',
      'unreadable',
      null,
      'over_limit',
    ]);
  });

  it('take what is repeated when that is wanted', () => {
    const lines = readLines('Uno\nUno\nDos', { existing: ['Dos'], repeated: true });
    expect(lines.map(({ fault }) => fault)).toEqual([null, null, null]);
  });

  const nested = (text: string, levels = 3) =>
    readLines(text, { levels }).map(
      ({ level, name, fault }) => `${level} ${name}${fault ? `!${fault}` : ''}`,
    );
  it.each([
    ['tabs', 'A\n\tB\n\t\tC\nD', ['0 A', '1 B', '2 C', '0 D']],
    ['spaces of any number', 'A\n   B\n     C\n   D\n E', ['0 A', '1 B', '2 C', '1 D', '1 E']],
    ['a step of several tabs is one level', 'A\n\t\t\tB\n\tC', ['0 A', '1 B', '1 C']],
    ['a first line that is indented itself', '\t\tA\n\t\t\tB\n\tC', ['0 A', '1 B', '0 C']],
    ['lists of word processors', '•\tA\n\to\tB\n- C\n  - D', ['0 A', '1 B', '0 C', '1 D']],
    ['codes', 'R-1\tA\n\tC-1\tB', ['0 A', '1 B']],
    [
      'the same name under different lines',
      'A\n\tX\nB\n\tX\n\tX',
      ['0 A', '1 X', '0 B', '1 X', '1 X!repeated'],
    ],
    ['deeper than items can be', 'A\n\tB\n\t\tC\n\t\t\tD', ['0 A', '1 B', '2 C', '3 D!too_deep']],
    [
      'under a line that creates nothing',
      'A\nA\n\tB\n\t\tC\nD',
      ['0 A', '0 A!repeated', '1 B!without_parent', '2 C!without_parent', '0 D'],
    ],
  ])('keep levels: %s', (_, text, lines) => {
    expect(nested(text)).toEqual(lines);
  });

  it.each([
    ['A\n\tB', true],
    ['A\n  B', true],
    ['•\tA\n\to\tB', true],
    ['A\nB', false],
    ['  A\n  B', false],
    ['R-1\tA\n\tB', false],
    ['A\tAlto\n\tBajo', false],
  ])('%j is an outline: %s', (text, is) => {
    expect(isOutline(text)).toBe(is);
  });

  it('whatever is pasted: no more rows than lines, and what is without fault can be a name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ';', ',', '-', '1', ' ', 'ñ') }),
        (text) => {
          const lines = readLines(text);
          expect(lines.length).toBeLessThanOrEqual(text.split('\n').length);
          for (const { name, fault } of lines) if (fault === null) expect(name.trim()).not.toBe('');
        },
      ),
    );
  });
});
