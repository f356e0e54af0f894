import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Words that server and browser share: refusals. */
export const operationsContractsTranslations = { namespace: 'operations-contracts', es, en };
