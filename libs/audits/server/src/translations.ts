import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts of the files that the server generates. */
export const auditsServerTranslations = { namespace: 'audits-server', es, en };
