import { webContext } from '@cotejo/ui';
import { Building2, CalendarDays, Clock } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Pages of the settings: whoever may only read the structure and the calendar meets them where they are used. */
export const structureWeb = webContext('structure', {
  words: { namespace: 'structure-web', es, en },
  pages: [
    {
      path: '/configuraciones/estructura/',
      name: 'units',
      needs: 'structure.edit',
      menu: null,
      settings: { icon: Building2, text: 'units_text' },
      load: () => import('./units/units-page.tsx'),
    },
    {
      path: '/configuraciones/calendario/',
      name: 'days',
      needs: 'calendar.edit',
      menu: null,
      settings: { icon: CalendarDays, text: 'days_text' },
      load: () => import('./days/days-page.tsx'),
    },
    {
      path: '/configuraciones/jornada/',
      name: 'terms',
      needs: 'calendar.edit',
      menu: null,
      settings: { icon: Clock, text: 'terms_text' },
      load: () => import('./terms/terms-page.tsx'),
    },
  ],
});
