import { describe, expect, it } from 'vitest';
import { darkTokens, lightTokens, type Token } from '../theme/tokens.ts';
import { allottedColours, personColour } from './person-colour.ts';

const uuid = (n: number) => `0193b1a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const some = (count: number) => Array.from({ length: count }, (_, n) => uuid(n));
/** Colours in the order of the ids. */
const allotted = (ids: readonly string[]) =>
  [...allottedColours(ids).matchAll(/: var\(--(person-\d+)\);/g)].map(([, name]) => name as Token);

describe('personColour', () => {
  it('is one of the ten person colours by the id, until the account has allotted one', () => {
    for (const id of some(50)) {
      expect(personColour(id)).toMatch(/^var\(--colour-of-[\w-]+, var\(--person-([1-9]|10)\)\)$/);
      expect(personColour(id)).toBe(personColour(id));
    }
  });

  it('spreads people who were made one after another', () => {
    expect(new Set(some(40).map((id) => personColour(id).split(', ')[1])).size).toBe(10);
  });
});

describe('colours of an account', () => {
  it.each([0, 7, 100, 3_000])('are ten different ones for ten people, from %d on', (from) => {
    const ids = Array.from({ length: 10 }, (_, n) => uuid(from + n));
    expect(new Set(allotted(ids)).size).toBe(10);
  });

  it.each([11, 14, 19])('are all in use among %d people', (count) => {
    expect(new Set(allotted(some(count))).size).toBe(10);
  });

  it('are the same for every client, whatever the order of its list', () => {
    expect(allottedColours(some(14).toReversed())).toBe(allottedColours(some(14)));
  });

  it('are each for equally many of more people', () => {
    const colours = allotted(some(40));
    const counts = [...new Set(colours)].map((one) => colours.filter((other) => other === one).length);
    expect(counts).toEqual(Array.from({ length: 10 }, () => 4));
  });

  it('are named as avatars and carets ask for them', () => {
    const [property] = /--colour-of-[\w-]+/.exec(personColour('Ana Ruiz')) ?? [];
    expect(allottedColours(['Ana Ruiz'])).toContain(`${property}: var(--person-`);
  });
});

/** Distance in OKLab below which two avatars side by side look alike. */
const FAR_ENOUGH = 0.15;

it.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)('no two of the ten look alike in the %s scheme', (_, tokens) => {
  const colours = allotted(some(10)).map((name) => oklab(tokens[name]));
  const distances = colours.flatMap((one, at) => colours.slice(at + 1).map((other) => apart(one, other)));
  expect(Math.min(...distances)).toBeGreaterThan(FAR_ENOUGH);
});

type Lab = readonly [number, number, number];

const apart = (a: Lab, b: Lab): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** sRGB to OKLab: https://bottosson.github.io/posts/oklab/ */
function oklab(colour: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
