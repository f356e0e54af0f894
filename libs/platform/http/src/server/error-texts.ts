export type Language = 'es' | 'en';

/** Nested texts of one lib in one language, as its `src/i18n/<language>.json` holds them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Words for codes: texts of every lib that declares errors, by namespace and language. */
export class ErrorTexts {
  private readonly byNamespace = new Map<string, Readonly<Record<Language, Texts>>>();

  add(namespace: string, texts: Readonly<Record<Language, Texts>>): this {
    this.byNamespace.set(namespace, texts);
    return this;
  }

  /** Text of a dotted key with `{{params}}` filled in; null when the lib has none. */
  text(
    namespace: string,
    key: string,
    language: Language,
    params: Readonly<Record<string, string | number>> = {},
  ): string | null {
    let found: string | Texts | undefined = this.byNamespace.get(namespace)?.[language];
    for (const part of key.split('.')) {
      found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
    }
    if (typeof found !== 'string') return null;
    return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(params[name] ?? ''));
  }
}

/** English only when the person prefers it to Spanish; Spanish otherwise. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((wish) => {
      const [tag = '', ...options] = wish.trim().toLowerCase().split(';');
      const quality = options
        .map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1])
        .find((q) => q !== undefined);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((wish) => (wish.language === 'es' || wish.language === 'en') && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wishes[0]?.language === 'en' ? 'en' : 'es';
}
