import { createI18n, type Language } from '@cotejo/i18n';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

type Words = typeof es;
/** Keys of texts; nested keys are joined by dots: `roles.leader`. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${keyof T[K] & string}`;
}[keyof T & string];
export type WordKey = KeysOf<Words>;

const NAMESPACE = 'server';
const i18n = createI18n({ resources: [{ namespace: NAMESPACE, es, en }] });

/** Spanish, unless the terminal's language is English. */
export function terminalLanguage(): Language {
  const language = process.env['LC_ALL'] ?? process.env['LC_MESSAGES'] ?? process.env['LANG'] ?? '';
  return language.toLowerCase().startsWith('en') ? 'en' : 'es';
}

/** A text, in the terminal's language unless another is given. */
export function words(
  key: WordKey,
  values: Readonly<Record<string, string | number>> = {},
  language: Language = terminalLanguage(),
): string {
  return i18n.t(key, { ...values, ns: NAMESPACE, lng: language });
}
