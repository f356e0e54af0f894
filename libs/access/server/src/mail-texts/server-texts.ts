import { createI18n, defaultLanguage, type Language } from '@cotejo/i18n';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

type Values = Readonly<Record<string, string | number>>;

export type ServerText = (key: string, language: Language | null, values?: Values) => string;

/** Words that this server itself says to people: mails, the terms. */
export function serverTexts(): ServerText {
  const namespace = 'access-server';
  const i18n = createI18n({ resources: [{ namespace, es, en }] });
  return (key, language, values = {}) =>
    filled(i18n.t(key, { ns: namespace, lng: language ?? defaultLanguage, skipInterpolation: true }), values);
}

/** Each hole once: a person who is named `{{link}}` gets no link, and takes nobody's. */
const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : hole,
  );
