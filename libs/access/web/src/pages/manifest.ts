import { webContext, type PageModule } from '@cotejo/ui';
import { KeyRound, LockKeyhole, UserCog, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** A page with the texts of all screens of access. */
const withWords = (load: () => Promise<ComponentType>) => async (): Promise<PageModule> => {
  const [Page, { accessTranslations }, { signInTranslations }] = await Promise.all([
    load(),
    import('../translations.ts'),
    import('../sign-in/translations.ts'),
  ]);
  return { default: Page, words: [signInTranslations, accessTranslations] };
};

export const accessWeb = webContext('access', {
  words: { namespace: 'access-web-pages', es, en },
  pages: [
    {
      path: '/configuraciones/usuarios/',
      name: 'users.title',
      needs: 'users.access',
      menu: null,
      settings: { icon: Users, text: 'users.text' },
      load: withWords(async () => (await import('../users/index.ts')).UsersPage),
    },
    {
      path: '/configuraciones/cupos/',
      name: 'slots.title',
      needs: 'user_slots.list',
      menu: null,
      settings: { icon: UserCog, text: 'slots.text' },
      load: withWords(async () => (await import('../users/index.ts')).SlotsPage),
    },
    {
      path: '/configuraciones/roles/',
      name: 'roles.title',
      needs: 'user_roles.list',
      menu: null,
      settings: { icon: KeyRound, text: 'roles.text' },
      load: withWords(async () => (await import('../roles/index.ts')).RolesPage),
    },
    {
      path: '/configuraciones/seguridad/',
      name: 'security.title',
      needs: ['settings.security', 'settings.edit', 'access_history.access', 'mail_log.access'],
      menu: null,
      settings: { icon: LockKeyhole, text: 'security.text' },
      load: withWords(async () => (await import('../security/index.ts')).SecurityPage),
    },
  ],
});
