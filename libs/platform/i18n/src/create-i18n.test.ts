import { describe, expect, it } from 'vitest';
import { addTranslations, createI18n, languageOf } from './create-i18n.ts';
import { matchLanguage } from './language.ts';

const greetings = {
  namespace: 'greetings',
  es: {
    hello: 'Hola, {{name}}',
    items_one: '{{count, number}} elemento',
    items_other: '{{count, number}} elementos',
    until: 'hasta el {{day, date}}',
    only: 'solo',
  },
  en: {
    hello: 'Hello, {{name}}',
    items_one: '{{count, number}} item',
    items_other: '{{count, number}} items',
    until: 'until {{day, date}}',
  },
};

describe('createI18n', () => {
  it('speaks Spanish unless told otherwise, at once', () => {
    const i18n = createI18n({ resources: [greetings] });
    expect(i18n.t('greetings:hello', { name: 'Ana <3' })).toBe('Hola, Ana <3');
    expect(languageOf(i18n)).toBe('es');
  });

  it('changes language and falls back to Spanish where English lacks a text', async () => {
    const i18n = createI18n({ language: 'en', resources: [greetings] });
    expect(i18n.t('hello', { ns: 'greetings', name: 'Ana' })).toBe('Hello, Ana');
    expect(i18n.t('only', { ns: 'greetings' })).toBe('solo');
    await i18n.changeLanguage('es');
    expect(i18n.t('hello', { ns: 'greetings', name: 'Ana' })).toBe('Hola, Ana');
  });

  it.each([
    ['es', 1, '1 elemento'],
    ['es', 1284, '1.284 elementos'],
    ['es', 2_000_000, '2.000.000 elementos'],
    ['en', 1284, '1,284 items'],
  ] as const)('counts in %s: %i', (language, count, shown) => {
    const i18n = createI18n({ language, resources: [greetings] });
    expect(i18n.t('items', { ns: 'greetings', count })).toBe(shown);
  });

  it('formats dates inside texts', () => {
    const i18n = createI18n({ resources: [greetings] });
    expect(i18n.t('until', { ns: 'greetings', day: '2026-12-15' })).toBe('hasta el 15/12/2026');
  });

  it('takes texts that arrive later', () => {
    const i18n = createI18n({ resources: [] });
    addTranslations(i18n, [greetings]);
    addTranslations(i18n, [greetings]);
    expect(i18n.t('only', { ns: 'greetings' })).toBe('solo');
  });
});

describe('matchLanguage', () => {
  it.each([
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['es-CO,en;q=0.9', 'es'],
    ['en;q=0.1, es;q=0.2', 'es'],
    ['fr, EN;q=0.3', 'en'],
    ['fr-FR, en;q=0.5, es;q=0.8', 'es'],
    ['en;q=0, de', 'es'],
    ['', 'es'],
    [undefined, 'es'],
  ])('%j → %s', (wanted, language) => {
    expect(matchLanguage(wanted)).toBe(language);
  });
});
