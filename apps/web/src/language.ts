import { defaultLanguage, isLanguage, type I18n, type Language } from '@cotejo/i18n';

const STORED = 'language';

/** Language stored in this browser; Spanish by default. */
export function storedLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const stored = storage.getItem(STORED);
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** Stores the language and sets the document's `lang`, now and on each change. */
export function followLanguage(i18n: I18n, storage: Pick<Storage, 'setItem'>): void {
  document.documentElement.lang = i18n.language;
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    storage.setItem(STORED, language);
  });
}
