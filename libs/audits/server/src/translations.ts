import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Words of the files that the server makes. */
export const auditsServerTranslations = { namespace: 'audits-server', es, en };
