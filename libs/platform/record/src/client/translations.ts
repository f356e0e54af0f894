import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts shared by the pages of all records. */
export const recordClientTranslations = { namespace: 'record-client', es, en };
