import type { ResourceKey } from 'i18next';
import { addTexts, languageOf, type I18n, type TranslationBundle } from './create-i18n.ts';
import type { Language } from './language.ts';

type Loader = () => Promise<{ readonly default: ResourceKey }>;
/** The build of the web replaces each catalogue by a function that loads it. */
const isLoader = (texts: unknown): texts is Loader => typeof texts === 'function';

/**
 * Bundles by their instance's store, which its copies share (react-i18next gives components copies): a change of
 * language loads their texts in the new one.
 */
const known = new WeakMap<I18n['store'], Set<TranslationBundle>>();

/**
 * Loads translations in the current language only. Rejects if a catalogue can't be loaded; a later call tries
 * again.
 */
export async function loadTranslations(i18n: I18n, bundles: readonly TranslationBundle[]): Promise<void> {
  const here = known.get(i18n.store) ?? new Set();
  known.set(i18n.store, here);
  for (const bundle of bundles) here.add(bundle);
  await Promise.all(bundles.map((bundle) => loadBundle(i18n, bundle, languageOf(i18n))));
}

/** Changes the language once its texts are there, so that no untranslated text is shown. */
export async function changeLanguage(i18n: I18n, language: Language): Promise<void> {
  const missing = () =>
    [...(known.get(i18n.store) ?? [])].filter(
      ({ namespace }) => !i18n.hasResourceBundle(language, namespace),
    );
  // Repeated, because chunks may load texts in the former language meanwhile.
  for (let bundles = missing(); bundles.length > 0; bundles = missing())
    await Promise.all(bundles.map((bundle) => loadBundle(i18n, bundle, language)));
  await i18n.changeLanguage(language);
}

async function loadBundle(i18n: I18n, bundle: TranslationBundle, language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, bundle.namespace)) return;
  const texts: unknown = bundle[language];
  const loaded = isLoader(texts) ? (await texts()).default : bundle[language];
  addTexts(i18n, language, bundle.namespace, loaded);
}
