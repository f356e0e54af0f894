import { webContext } from '@cotejo/ui';
import { BookUser, Wallet } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const directoryWeb = webContext('directory', {
  words: { namespace: 'directory-web', es, en },
  pages: [
    {
      path: '/responsables/',
      name: 'responsibles',
      needs: 'directory.list',
      menu: { icon: BookUser, group: 'people' },
      load: () => import('./responsibles/responsibles-page.tsx'),
    },
    {
      path: '/viaticos/',
      name: 'allowances',
      needs: 'allowances.list',
      menu: { icon: Wallet, group: 'people' },
      load: () => import('./allowances/allowances-page.tsx'),
    },
    {
      path: '/profile/certificados/',
      name: 'certificates',
      needs: 'certificates.list',
      menu: null,
      profile: 'certificates_text',
      load: () => import('./certificates/certificates-page.tsx'),
    },
  ],
});
