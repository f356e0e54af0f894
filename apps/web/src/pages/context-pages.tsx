import type { PermissionKey } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { usePrincipal } from '@cotejo/access-web';
import { loadTranslations } from '@cotejo/i18n';
import { createChunk, fromChunk, type PageModule, type WebContext } from '@cotejo/ui';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { i18n } from '../page-texts.ts';
import { ProfilePage } from './access-pages.tsx';
import type { PageFlags } from '../shell/page-flags.ts';

/** A context's page as a chunk, which is complete once its texts are loaded. */
const pageOf = (load: () => Promise<PageModule>): ComponentType =>
  fromChunk(
    createChunk(async () => {
      const page = await load();
      await loadTranslations(i18n, page.words);
      return page;
    }),
    (page) => page.default,
  );

/** `/profile/`, with links to the pages of contexts that are about the user. */
export function ProfileRoute({ contexts }: { readonly contexts: readonly WebContext[] }) {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const pages = contexts.flatMap((context) =>
    context.pages.flatMap(({ path: to, name, needs, profile }) => {
      const mayOpen = principal !== null && [needs].flat().some((key) => mayHold(principal, key));
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
      const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs].flat() as PermissionKey[] };
      return { path, element: <Page />, handle };
    }),
  );
