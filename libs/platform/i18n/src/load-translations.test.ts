import { describe, expect, it, vi } from 'vitest';
import { createI18n, type TranslationBundle } from './create-i18n.ts';
import { changeLanguage, loadTranslations } from './load-translations.ts';

/** A bundle as the build of the web makes it. */
function late(namespace: string) {
  const es = vi.fn(async () => ({ default: { hello: 'Hola' } }));
  const en = vi.fn(async () => ({ default: { hello: 'Hello' } }));
  return { es, en, bundle: { namespace, es, en } as unknown as TranslationBundle };
}

describe('texts that load with a part of the page', () => {
  it('load in the current language only, and once', async () => {
    const i18n = createI18n({ resources: [] });
    const { es, en, bundle } = late('late');
    await loadTranslations(i18n, [bundle]);
    await loadTranslations(i18n, [bundle]);
    expect(i18n.t('late:hello')).toBe('Hola');
    expect(es).toHaveBeenCalledOnce();
    expect(en).not.toHaveBeenCalled();
  });

  it('load in the other language before it is shown', async () => {
    const i18n = createI18n({ resources: [] });
    const parts = [late('one'), late('two')];
    await loadTranslations(
      i18n,
      parts.map(({ bundle }) => bundle),
    );
    const shown: string[] = [];
    i18n.on('languageChanged', () => shown.push(i18n.t('one:hello'), i18n.t('two:hello')));
    await changeLanguage(i18n, 'en');
    expect(shown).toEqual(['Hello', 'Hello']);
  });

  it('load in the other language also if a copy of the instance changes it, as components have', async () => {
    const i18n = createI18n({ resources: [] });
    await loadTranslations(i18n, [late('late').bundle]);
    const copy: typeof i18n = Object.create(
      Object.getPrototypeOf(i18n),
      Object.getOwnPropertyDescriptors(i18n),
    );
    await changeLanguage(copy, 'en');
    expect(i18n.t('late:hello')).toBe('Hello');
  });

  it('that are asked for during a change of language load in both', async () => {
    const i18n = createI18n({ resources: [] });
    const [one, two] = [late('one'), late('two')];
    await loadTranslations(i18n, [one.bundle]);
    const changed = changeLanguage(i18n, 'en');
    await loadTranslations(i18n, [two.bundle]);
    await changed;
    expect(i18n.t('two:hello')).toBe('Hello');
  });

  it('are asked for again after a failure', async () => {
    const i18n = createI18n({ resources: [] });
    const { es, bundle } = late('late');
    es.mockRejectedValueOnce(new Error('offline'));
    await expect(loadTranslations(i18n, [bundle])).rejects.toThrow('offline');
    await loadTranslations(i18n, [bundle]);
    expect(i18n.t('late:hello')).toBe('Hola');
  });

  it('may be at hand, as in tests and in node', async () => {
    const i18n = createI18n({ resources: [] });
    await loadTranslations(i18n, [{ namespace: 'x', es: { hello: 'Hola' }, en: { hello: 'Hello' } }]);
    await changeLanguage(i18n, 'en');
    expect(i18n.t('x:hello')).toBe('Hello');
  });
});
