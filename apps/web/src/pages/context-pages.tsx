import type { PermissionKey } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { usePrincipal } from '@cotejo/access-web';
import { addTranslations } from '@cotejo/i18n';
import type { PageModule, WebContext } from '@cotejo/ui';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { createChunk, fromChunk } from '@cotejo/ui';
import { ProfilePage } from './access-pages.tsx';
import type { PageFlags } from '../shell/page-flags.ts';

/** A context's page as a chunk; its texts are added before its first render. */
const pageOf = (load: () => Promise<PageModule>): ComponentType =>
  fromChunk(createChunk(load), ({ default: Page, words }) => {
    return function WithWords() {
      const { i18n } = useTranslation();
      addTranslations(i18n, words);
      return <Page />;
    };
  });

/** `/profile/`, with links to the pages of contexts that are about the user. */
export function ProfileRoute({ contexts }: { readonly contexts: readonly WebContext[] }) {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const pages = contexts.flatMap((context) =>
    context.pages.flatMap(({ path: to, name, needs, profile }) => {
      const mayOpen = principal !== null && mayHold(principal, needs);
      if (profile === undefined || !mayOpen) return [];
      const { namespace } = context.words;
      return [{ to, title: t(`${namespace}:${name}`), text: t(`${namespace}:${profile}`) }];
    }),
  );
  return <ProfilePage pages={pages} />;
}

/** Routes of contexts. */
export const contextRoutes = (contexts: readonly WebContext[]): RouteObject[] =>
  contexts.flatMap(({ pages, words: { namespace } }) =>
    pages.map(({ path, name, needs, load }) => {
      const Page = pageOf(load);
      const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs as PermissionKey] };
      return { path, element: <Page />, handle };
    }),
  );
