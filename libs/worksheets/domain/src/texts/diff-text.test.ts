import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffText, diffWords } from './diff-text.ts';

const text = fc
  .array(fc.constantFrom('acta', 'pago', 'sin', 'soporte', ',', '.', '\n', ' ', 'ñandú'), { maxLength: 40 })
  .map((words) => words.join(''));

describe('what changed between two texts', () => {
  it.each([
    ['', '', []],
    ['uno', 'uno', [['igual', 'uno']]],
    ['', 'uno dos', [['mas', 'uno dos']]],
    ['uno dos', '', [['menos', 'uno dos']]],
    [
      'Revisar el acta.',
      'Revisar la última acta.',
      [
        ['igual', 'Revisar '],
        ['menos', 'el'],
        ['mas', 'la'],
        ['igual', ' '],
        ['mas', 'última '],
        ['igual', 'acta.'],
      ],
    ],
  ])('from «%s» to «%s»', (before, after, expected) => {
    expect(diffWords(before, after).map(({ signo, texto }) => [signo, texto])).toEqual(expected);
  });

  it('is told line by line, and a line that came or went is one of its own', () => {
    expect(diffText('uno\ntres', 'uno\ndos\ntres')).toEqual([
      [{ signo: 'igual', texto: 'uno' }],
      [{ signo: 'mas', texto: 'dos' }],
      [{ signo: 'igual', texto: 'tres' }],
    ]);
  });

  it('gives both texts back, whatever they are', () => {
    const without = (sign: string, pieces: ReturnType<typeof diffWords>) =>
      pieces.flatMap(({ signo, texto }) => (signo === sign ? [] : texto)).join('');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = diffWords(before, after);
        expect(without('mas', pieces)).toBe(before);
        expect(without('menos', pieces)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps most of a long text in which little changed, and gives up on two that share nothing', () => {
    const long = Array.from({ length: 5_000 }, (_, n) => `p${n}`).join(' ');
    const changed = long.replace('p2500', 'otra');
    expect(diffWords(long, changed)).toHaveLength(4);
    const other = Array.from({ length: 5_000 }, (_, n) => `q${n}`).join('-');
    expect(diffWords('', other)).toEqual([{ signo: 'mas', texto: other }]);
    expect(diffWords(long, other).map(({ signo }) => signo)).toEqual(['menos', 'mas']);
  });
});
