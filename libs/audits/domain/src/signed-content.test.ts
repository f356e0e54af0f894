import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHashOf, signedContentOf, type SignableItem } from './signed-content.ts';
import { item } from './testing/given-audit.ts';

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
