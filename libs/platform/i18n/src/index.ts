export { dayIn, endOfDay, startOfDay } from './calendar-day.ts';
export { addTranslations, createI18n, formatters, languageOf } from './create-i18n.ts';
export type { I18n, I18nOptions, TranslationBundle } from './create-i18n.ts';
export { createFormatters, TIME_ZONE } from './formatters.ts';
export { changeLanguage, loadTranslations } from './load-translations.ts';
export type { DateInput, Formatters } from './formatters.ts';
export { defaultLanguage, isLanguage, matchLanguage, supportedLanguages } from './language.ts';
export type { Language } from './language.ts';
