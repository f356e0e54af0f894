import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts that server and browser share: refusals. */
export const planningContractsTranslations = { namespace: 'planning-contracts', es, en };
