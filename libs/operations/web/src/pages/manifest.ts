import { webContext } from '@cotejo/ui';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const operationsWeb = webContext('operations', {
  words: { namespace: 'operations-web-pages', es, en },
  pages: [
    {
      path: '/abadmin/',
      name: 'accounts',
      needs: 'product.accounts',
      menu: null,
      async load() {
        const { AccountsPage, operationsTranslations } = await import('../index.ts');
        return { default: AccountsPage, words: [operationsTranslations] };
      },
    },
    {
      path: '/abadmin/registro/',
      name: 'log_status',
      needs: 'product.access',
      menu: null,
      async load() {
        const { LogStatusPage, operationsTranslations } = await import('../index.ts');
        return { default: LogStatusPage, words: [operationsTranslations] };
      },
    },
  ],
});
