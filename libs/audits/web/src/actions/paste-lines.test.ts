import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from './paste-lines.ts';

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
