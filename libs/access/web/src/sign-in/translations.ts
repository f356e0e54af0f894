import type { TranslationBundle } from '@cotejo/i18n';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts needed before sign-in; other access screens use some of them, too. */
export const signInTranslations: TranslationBundle = { namespace: 'access-web-sign-in', es, en };
