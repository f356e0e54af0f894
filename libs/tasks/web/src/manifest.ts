import { webContext } from '@cotejo/ui';
import { ListChecks } from 'lucide-react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

export const tasksWeb = webContext('tasks', {
  words: { namespace: 'tasks-web', es, en },
  pages: [
    {
      path: '/tareas/',
      name: 'page',
      needs: 'tasks.list',
      menu: { icon: ListChecks },
      load: () => import('./page/tasks-page.tsx'),
    },
  ],
});
