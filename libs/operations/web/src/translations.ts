import type { TranslationBundle } from '@cotejo/i18n';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const operationsTranslations: TranslationBundle = { namespace: 'operations-web', es, en };
