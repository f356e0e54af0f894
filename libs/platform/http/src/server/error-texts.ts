import { addTranslations, createI18n, type Language, type TranslationBundle } from '@cotejo/i18n';

/** Translations of one lib in one language, from its `src/i18n/<language>.json`. */
export type Texts = TranslationBundle['es'];

/**
 * Translations of error codes, from every lib that declares errors. Uses the same i18next setup as the browser, so the
 * texts match.
 */
export class ErrorTexts {
  private readonly i18n = createI18n({ resources: [] });

  add(namespace: string, texts: Readonly<Record<Language, Texts>>): this {
    addTranslations(this.i18n, [{ namespace, ...texts }]);
    return this;
  }

  /** Text of a dotted key with `{{params}}` filled in; null when the lib has none. */
  text(
    namespace: string,
    key: string,
    language: Language,
    params: Readonly<Record<string, string | number>> = {},
  ): string | null {
    const options = { ...params, ns: namespace, lng: language };
    return this.i18n.exists(key, options) ? this.i18n.t(key, options) : null;
  }
}
