import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import type { JsonValue } from './port.ts';

describe('canonical JSON', () => {
  it('writes the sample of RFC 8785, section 3.2.2', () => {
    const sample = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022/",
      literals: [null, true, false],
    };
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const values = Object.values(JSON.parse(canonicalJson(sample)) as Record<string, string>);
    // JavaScript objects always put the key '1' first, so the text itself is checked too.
    expect(canonicalJson(sample).startsWith(String.raw`{"\r":"Carriage Return","1":"One"`)).toBe(true);
    expect(values.slice(2)).toEqual([
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each<[string, JsonValue, string]>([
    ['negative zero as zero', -0, '0'],
    ['nested keys sorted', { b: [{ d: 1, c: 2 }], a: {} }, '{"a":{},"b":[{"c":2,"d":1}]}'],
    ['large numbers without exponent up to 1e21', 1e20, '100000000000000000000'],
  ])('writes %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('is the same for the same value whatever the order of its keys, and means the same', () => {
    const objects = fc.dictionary(
      fc.string(),
      fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<JsonValue>,
    );
    fc.assert(
      fc.property(objects, (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([Number.NaN, Number.NEGATIVE_INFINITY, '\udead', { '\ud800': 1 }])('refuses %j', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
