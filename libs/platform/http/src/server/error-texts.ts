import { addTranslations, createI18n, type Language, type TranslationBundle } from '@cotejo/i18n';

/** Texts of one lib in one language, as its `src/i18n/<language>.json` holds them. */
export type Texts = TranslationBundle['es'];

/** Words for codes: texts of every lib that declares errors. The same engine as the browser's, the same words. */
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
