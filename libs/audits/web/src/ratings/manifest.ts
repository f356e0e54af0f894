import { webContext } from '@cotejo/ui';
import { Gauge } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Section of the settings with the account's scale of ratings. */
export const ratingsWeb = webContext('audits', {
  words: { namespace: 'audits-web-ratings', es, en },
  pages: [
    {
      path: '/configuraciones/calificaciones/',
      name: 'ratings',
      needs: 'settings.edit',
      menu: null,
      settings: { icon: Gauge, text: 'ratings_text' },
      load: () => import('./ratings-page.tsx'),
    },
  ],
});
