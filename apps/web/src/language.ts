import { defaultLanguage, isLanguage, type I18n, type Language } from '@cotejo/i18n';

const STORED = 'language';

/** The language chosen in this browser; Spanish until somebody chooses. */
export function storedLanguage(storage: Pick<Storage, 'getItem'>): Language {
  const stored = storage.getItem(STORED);
  return isLanguage(stored) ? stored : defaultLanguage;
}

/** Keeps the choice, and tells the document its language, now and whenever it changes. */
export function followLanguage(i18n: I18n, storage: Pick<Storage, 'setItem'>): void {
  document.documentElement.lang = i18n.language;
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    storage.setItem(STORED, language);
  });
}
