import { webContext } from '@cotejo/ui';
import { Gavel } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const committeesWeb = webContext('committees', {
  words: { namespace: 'committees-web', es, en },
  pages: [
    {
      path: '/comites/',
      name: 'page',
      needs: 'committees.list',
      menu: { icon: Gavel, group: 'audit' },
      load: () => import('./page/committees-page.tsx'),
    },
  ],
});
