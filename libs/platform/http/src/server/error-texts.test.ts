import { describe, expect, it } from 'vitest';
import { httpErrors } from '../contracts.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { ErrorTexts } from './error-texts.ts';

const texts = new ErrorTexts().add('shop', {
  es: {
    status: { sold: 'vendido' },
    errors: { changed: 'Ahora está «$t(shop:status.{{actual}})»', named: 'Se agotó {{name}}', only: 'solo' },
  },
  en: {
    status: { sold: 'sold' },
    errors: { changed: 'Now it is “$t(shop:status.{{actual}})”', named: '{{name}} is sold out' },
  },
});

describe('words for a code', () => {
  it.each([
    ['es', 'changed', { actual: 'sold' }, 'Ahora está «vendido»'],
    ['en', 'changed', { actual: 'sold' }, 'Now it is “sold”'],
    ['es', 'named', { name: 'pan & <queso>' }, 'Se agotó pan & <queso>'],
    ['en', 'only', {}, 'solo'],
    ['es', 'named', { name: '$t(shop:status.sold)' }, 'Se agotó $t(shop:status.sold)'],
    ['es', 'unknown', {}, null],
  ] as const)('in %s: %s %o', (language, code, params, words) => {
    expect(texts.text('shop', `errors.${code}`, language, params)).toBe(words);
  });

  it('are none for a lib that has no texts', () => {
    expect(texts.text('nowhere', 'errors.named', 'es')).toBeNull();
  });
});

it('every code of the catalogue has its words in both languages', () => {
  for (const { errors } of [es, en]) {
    expect(Object.keys(errors).sort()).toEqual(Object.keys(httpErrors.errors).sort());
  }
});
