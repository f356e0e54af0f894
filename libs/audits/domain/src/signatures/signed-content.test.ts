import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHashOf, signedContentOf, type SignableItem } from './signed-content.ts';
import { item } from '../testing/given-audit.ts';

const ITEM: SignableItem = {
  id: item('risk'),
  type: 'risk',
  name: 'Nómina — ñandú 💸',
  derived: false,
  risk: { general: 'Fraude', specific: ['A'], factors: [], objectives: [] },
  values: { probability: 3, impact: 5 },
};
const TEXTS = [
  { field: 'description', rev: 2, hash: 'cd'.repeat(32) },
  { field: 'comments', rev: 1, hash: 'ab'.repeat(32) },
];

describe('what a signature covers', () => {
  it('is one text, whatever the order in which it came', () => {
    const text = signedContentOf(ITEM, TEXTS);
    expect(text).toBe(
      signedContentOf({ ...ITEM, values: { impact: 5, probability: 3 } }, [...TEXTS].reverse()),
    );
    expect(Object.keys(JSON.parse(text))).toEqual(['item', 'name', 'risk', 'texts', 'type', 'values']);
  });

  it('has its keys in the order of RFC 8785, also those that look like numbers', () => {
    const text = signedContentOf({ ...ITEM, values: { b: 1, 9: 2, 10: 3 } }, []);
    expect(text).toContain('"values":{"10":3,"9":2,"b":1}');
  });

  it('is the same as before the product had one writer of canonical JSON: signatures keep verifying', () => {
    expect(contentHashOf(ITEM, TEXTS)).toBe(
      '8bbdcaf4eed61fcf87cf0a9a59f7fb5ad93abd9e4d9e9b75f8b89fdf6c35e8e2',
    );
    const sorted = (_: string, value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value;
    const values = fc.dictionary(
      fc.stringMatching(/^[a-z][A-Za-z]{0,5}(\.[A-Za-z0-9-]{1,4}){0,2}$/),
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(values, (each) => {
        const text = signedContentOf({ ...ITEM, values: each }, TEXTS);
        expect(text).toBe(JSON.stringify(JSON.parse(text), sorted));
      }),
    );
  });

  it('is hashed as SHA-256 of its UTF-8', () => {
    const expected = createHash('sha256').update(signedContentOf(ITEM, TEXTS), 'utf8').digest('hex');
    expect(contentHashOf(ITEM, TEXTS)).toBe(expected);
  });

  it.each<[string, Partial<SignableItem>, boolean]>([
    ['its name', { name: 'Otro' }, true],
    ['a value', { values: { probability: 3, impact: 3 } }, true],
    ['a value that went', { values: { probability: 3 } }, true],
    ['what the risk is about', { risk: { general: null, specific: [], factors: [], objectives: [] } }, true],
    ['another item', { id: item('other') }, true],
    ['hours', { values: { probability: 3, impact: 5, budgetedMinutes: 60 } }, false],
  ])('tells %s', (_, change, isOther) => {
    expect(contentHashOf({ ...ITEM, ...change }, TEXTS) !== contentHashOf(ITEM, TEXTS)).toBe(isOther);
  });

  it('tells a text that was revised', () => {
    const [first, ...rest] = TEXTS;
    if (!first) throw new Error('no text');
    const revised = [{ ...first, rev: 3 }, ...rest];
    expect(contentHashOf(ITEM, revised)).not.toBe(contentHashOf(ITEM, TEXTS));
  });

  it('leaves out the name that is carried along from a finding', () => {
    const derived = { ...ITEM, derived: true };
    expect(contentHashOf(derived, [])).toBe(contentHashOf({ ...derived, name: 'Otro' }, []));
  });
});
