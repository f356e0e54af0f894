import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden, isOfHidden, oneLine, oneLineName, withoutHidden } from './one-line.ts';

const REFUSED: readonly (readonly [string, string])[] = [
  ['an override of direction', 'factura\u202Efdp.exe'],
  ['each mark of direction', 'a\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069b'],
  ['a sentence of tag characters', 'Ana\u{E0041}\u{E006E}\u{E0061}'],
  ['a flag of a region, made of tags', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['a space without width', 'Clau\u200Bdia'],
  ['a joiner between Latin letters', 'Clau\u200Ddia'],
  ['a word joiner and invisible operators', 'a\u2060\u2061\u2064b'],
  ['a byte order mark inside', 'a\uFEFFb'],
  ['a soft hyphen', 'audi\u00ADtoría'],
  ['a Hangul filler', 'a\u3164b'],
  ['a combining joiner', 'a\u034Fb'],
  ['a variation of a letter', 'a\uFE00b\u{E0101}'],
  ['a line separator', 'una\u2028otra'],
  ['a control character', 'a\u0007b\u0000'],
  ['half of a surrogate pair', 'a\uD800b'],
  ['an annotation', 'a\uFFF9b\uFFFB'],
];
const TAKEN: readonly (readonly [string, string])[] = [
  ['Spanish', 'Óscar Benítez Ñuñez — «compras» 50 %'],
  ['accents as two characters', 'accio\u0301n'],
  ['a mechanic', '👩🏽‍🔧 mantenimiento'],
  ['a family', '👨‍👩‍👧'],
  ['a flag of a country', '🇨🇴'],
  ['a heart in colour on fire', '❤️‍🔥'],
  ['a keycap', '1️⃣'],
  ['Persian with its half space', 'می\u200Cخواهم'],
  ['Hindi with its joiners', 'क्\u200Dष'],
  ['right to left by its letters alone', 'שלום ביקורת'],
  ['Japanese', '監査'],
];

describe('a name of one line', () => {
  it.each(REFUSED)('is refused with %s', (_, text) => {
    const parsed = oneLineName(200).safeParse(text);
    expect(parsed.error?.issues.some(isOfHidden)).toBe(true);
  });

  it.each(TAKEN)('may be %s', (_, text) => {
    expect([oneLineName(200).parse(text), withoutHidden(text)]).toEqual([text, text]);
  });

  it('needs something that can be seen, where it must be there', () => {
    expect(['', '  ', '\u0301'].map((text) => oneLineName(9).safeParse(text).success)).toEqual([
      false,
      false,
      false,
    ]);
    expect(oneLine(9).parse('  ')).toBe('');
  });

  it('of before is shown without what nobody sees, and may then be given again', () => {
    expect(withoutHidden('fac\u202Efdp 👩🏽‍🔧\u{E0041}')).toBe('facfdp 👩🏽‍🔧');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const seen = withoutHidden(text);
        expect(hasHidden(seen)).toBe(false);
        if (!hasHidden(text)) expect(seen).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});
