import { createI18n, defaultLanguage, type Language } from '@cotejo/i18n';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

export type ServerText = (key: string, language: Language | null) => string;

/** Words that this server itself says to people: the terms, and what stands in mails. */
export function serverTexts(): ServerText {
  const namespace = 'access-server';
  const i18n = createI18n({ resources: [{ namespace, es, en }] });
  return (key, language) => i18n.t(key, { ns: namespace, lng: language ?? defaultLanguage });
}
