import { webContext } from '@cotejo/ui';
import { CalendarRange } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const planningWeb = webContext('planning', {
  words: { namespace: 'planning-web', es, en },
  pages: [
    {
      path: '/plan-anual/',
      name: 'page',
      needs: 'audits.list',
      menu: { icon: CalendarRange, group: 'audit' },
      load: () => import('./page/annual-plan-page.tsx'),
    },
  ],
});
