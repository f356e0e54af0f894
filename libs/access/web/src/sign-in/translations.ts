import type { TranslationBundle } from '@cotejo/i18n';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** What is read before anybody is signed in; the other screens of access need some of it, too. */
export const signInTranslations: TranslationBundle = { namespace: 'access-web-sign-in', es, en };
