import { webContext } from '@cotejo/ui';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const screens = () => import('../index.ts');
const texts = () => import('../translations.ts');

export const operationsWeb = webContext('operations', {
  words: { namespace: 'operations-web-pages', es, en },
  pages: [
    {
      path: '/abadmin/',
      name: 'accounts',
      needs: 'product.accounts',
      menu: null,
      async load() {
        const [{ AccountsPage }, { operationsTranslations }] = await Promise.all([screens(), texts()]);
        return { default: AccountsPage, words: [operationsTranslations] };
      },
    },
    {
      path: '/abadmin/registro/',
      name: 'log_status',
      needs: 'product.access',
      menu: null,
      async load() {
        const [{ LogStatusPage }, { operationsTranslations }] = await Promise.all([screens(), texts()]);
        return { default: LogStatusPage, words: [operationsTranslations] };
      },
    },
  ],
});
