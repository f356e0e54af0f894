import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { darkTokens, lightTokens, type Token } from './tokens.ts';

const AA_TEXT = 4.5;
const AA_SHAPE = 3;
const grounds: Token[] = ['paper', 'surface', 'raised', 'hover', 'accent-soft', 'touch'];
const words: Token[] = [
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'status-new',
  'status-assigned',
  'status-progress',
  'status-done',
  'status-reviewed',
  'status-note',
  'status-rejected',
  'status-refused',
];
const types = Object.keys(lightTokens).filter((name) => name.startsWith('type-')) as Token[];
const people = Object.keys(lightTokens).filter((name) => name.startsWith('person-')) as Token[];

describe.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)('contrast in the %s scheme', (_, tokens) => {
  it.each(words.flatMap((word) => grounds.map((ground) => [word, ground] as const)))(
    '%s on %s',
    (word, ground) => {
      expect(contrast(tokens[word], tokens[ground])).toBeGreaterThanOrEqual(AA_TEXT);
    },
  );

  it.each([
    ['on-solid', 'accent'],
    ['on-solid', 'accent-hover'],
    ['on-solid', 'status-rejected'],
    ['on-solid', 'danger-hover'],
    ['risk-low', 'risk-low-soft'],
    ['risk-mid', 'risk-mid-soft'],
    ['risk-high', 'risk-high-soft'],
  ] as const)('%s on %s', (word, ground) => {
    expect(contrast(tokens[word], tokens[ground])).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it.each(people)('initials on %s, and its name on the surface', (person) => {
    expect(contrast(tokens['on-solid'], tokens[person])).toBeGreaterThanOrEqual(AA_TEXT);
    expect(contrast(tokens[person], tokens.surface)).toBeGreaterThanOrEqual(AA_TEXT);
  });

  it.each(types)('the icon of %s stands out', (type) => {
    expect(contrast(tokens[type], tokens.surface)).toBeGreaterThanOrEqual(AA_SHAPE);
  });

  it('the border of a control stands out', () => {
    expect(contrast(tokens['line-control'], tokens.surface)).toBeGreaterThanOrEqual(AA_SHAPE);
  });
});

it('the page has its paper before the theme is there', () => {
  const css = readFileSync(new URL('./global.css', import.meta.url), 'utf8');
  expect(css).toContain(`background: ${lightTokens.paper}`);
  expect(css).toContain(`background: ${darkTokens.paper}`);
});
