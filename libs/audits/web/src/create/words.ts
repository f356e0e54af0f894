import type { TranslationBundle } from '@cotejo/i18n';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts of the wizard, which its page loads with it. */
export const createAuditTranslations: TranslationBundle = { namespace: 'audits-web-create', es, en };
export const CREATE_WORDS = 'audits-web-create';
