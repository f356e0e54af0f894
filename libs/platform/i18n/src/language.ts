/** Spanish is the primary language; English is complete too. */
export const supportedLanguages = ['es', 'en'] as const;
export type Language = (typeof supportedLanguages)[number];
export const defaultLanguage: Language = 'es';

export function isLanguage(value: unknown): value is Language {
  return supportedLanguages.some((language) => language === value);
}

/**
 * Best supported language for an `Accept-Language` header or a browser's language tag (`en-US,en;q=0.9`, `es-CO`);
 * Spanish when none matches.
 */
export function matchLanguage(wanted: string | undefined | null): Language {
  const ranked = (wanted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], quality: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked.map(({ language }) => language).find(isLanguage) ?? defaultLanguage;
}
