import { createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { createFormatters, TIME_ZONE, type Formatters } from './formatters.ts';
import { defaultLanguage, isLanguage, supportedLanguages, type Language } from './language.ts';

export type { I18n };

/** Translations of one lib: the namespace is the lib's name (`audits-web`), the files are `src/i18n/{es,en}.json`. */
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
 * Creates an i18next instance with the given translations; initialized synchronously, without lazy loading.
 * Translations may use formats: `{{hours, hours}}`, `{{at, dateTime}}`, `{{count, number}}`.
 */
export function createI18n({ language = defaultLanguage, resources }: I18nOptions): I18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: [...supportedLanguages],
    // Without `ns` i18next would look for the namespace "translation", which no lib has.
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

/** Adds translations that are at hand, in both languages. Adding twice has no effect. */
export function addTranslations(i18n: I18n, resources: readonly TranslationBundle[]): void {
  for (const bundle of resources)
    for (const language of supportedLanguages) addTexts(i18n, language, bundle.namespace, bundle[language]);
}

export function addTexts(i18n: I18n, language: Language, namespace: string, texts: ResourceKey): void {
  if (!i18n.hasResourceBundle(language, namespace))
    i18n.addResourceBundle(language, namespace, withMillions(texts));
}

/**
 * Spanish has a plural form of its own for whole millions (`_many`), which i18next needs or it shows the bare key. In
 * all our translations it equals `_other`, so it is copied from there.
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

/** Current language of an i18next instance. */
export function languageOf(i18n: Pick<I18n, 'language'>): Language {
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}

const made = new Map<string, Formatters>();

/** Formatters of a language, cached; the default zone is the product's. */
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
