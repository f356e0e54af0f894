import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Texts shared by server and browser: refusals, vocabulary, sentences of the change log. */
export const worksheetsContractsTranslations = { namespace: 'worksheets-contracts', es, en };
