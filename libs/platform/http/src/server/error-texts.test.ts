import { describe, expect, it } from 'vitest';
import { httpErrors } from '../contracts.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { languageOf } from './error-texts.ts';

describe('language of a request', () => {
  it.each([
    [undefined, 'es'],
    ['', 'es'],
    ['fr', 'es'],
    ['en', 'en'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['es-CO,en;q=0.9', 'es'],
    ['en;q=0.1, es;q=0.2', 'es'],
    ['en;q=0', 'es'],
    ['fr, EN;q=0.3', 'en'],
  ])('%s → %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

it('every code of the catalogue has its words in both languages', () => {
  for (const texts of [es.errors, en.errors]) {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(httpErrors.errors).sort());
  }
});
