import { createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { createFormatters, TIME_ZONE, type Formatters } from './formatters.ts';
import { defaultLanguage, isLanguage, supportedLanguages, type Language } from './language.ts';

export type { I18n };

/** The texts of one lib: its namespace is the lib's name (`audits-web`), its files `src/i18n/{es,en}.json`. */
export interface TranslationBundle {
  readonly namespace: string;
  readonly es: ResourceKey;
  readonly en: ResourceKey;
}

export interface I18nOptions {
  readonly language?: Language;
  readonly resources: readonly TranslationBundle[];
}

/**
 * An i18next instance with the given texts, ready at once (nothing is loaded later by itself). Texts may
 * format what they show: `{{hours, hours}}`, `{{at, dateTime}}`, `{{count, number}}`.
 */
export function createI18n({ language = defaultLanguage, resources }: I18nOptions): I18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: [...supportedLanguages],
    // Without namespaces of its own i18next would look for a "translation" file that no lib has.
    ns: resources.map(({ namespace }) => namespace),
    defaultNS: false,
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  registerFormats(instance);
  addTranslations(instance, resources);
  return instance;
}

/** Adds the texts of libs that arrive later, with the chunk that shows them. Adding twice is harmless. */
export function addTranslations(i18n: I18n, resources: readonly TranslationBundle[]): void {
  for (const bundle of resources) {
    for (const language of supportedLanguages) {
      if (!i18n.hasResourceBundle(language, bundle.namespace)) {
        i18n.addResourceBundle(language, bundle.namespace, withMillions(bundle[language]));
      }
    }
  }
}

/**
 * Spanish has a plural form of its own for whole millions (`_many`), worded like `_other` in every text we
 * have; i18next would show the bare key for want of it.
 */
function withMillions(texts: ResourceKey): ResourceKey {
  if (typeof texts === 'string') return texts;
  const whole: Record<string, ResourceKey> = {};
  for (const [key, text] of Object.entries<ResourceKey>(texts)) {
    whole[key] = withMillions(text);
    if (key.endsWith('_other')) whole[key.replace(/_other$/, '_many')] ??= text;
  }
  return whole;
}

/** The language that an instance speaks now. */
export function languageOf(i18n: Pick<I18n, 'language'>): Language {
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}

const made = new Map<string, Formatters>();

/** The formatters of a language, in the product's time zone where no other is asked for. Made once each. */
export function formatters(language: Language, zone: string = TIME_ZONE): Formatters {
  const key = `${language} ${zone}`;
  const known = made.get(key) ?? createFormatters(language, zone);
  made.set(key, known);
  return known;
}

function registerFormats(instance: I18n): void {
  const add = (name: string, show: (formats: Formatters, value: unknown) => string) =>
    instance.services.formatter?.add(name, (value: unknown, language) =>
      show(formatters(isLanguage(language) ? language : defaultLanguage), value),
    );
  add('number', (formats, value) => formats.number(Number(value)));
  add('percent', (formats, value) => formats.percent(Number(value)));
  add('hours', (formats, value) => formats.hours(Number(value)));
  add('date', (formats, value) => formats.date(String(value)));
  add('dateTime', (formats, value) => formats.dateTime(String(value)));
}
