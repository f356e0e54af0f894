import type { PermissionKey } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { usePrincipal } from '@cotejo/access-web';
import { loadTranslations } from '@cotejo/i18n';
import { createChunk, fromChunk, type Chunk, type PageModule } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { CONTEXTS } from '../contexts.ts';
import { i18n } from '../page-texts.ts';
import { ProfilePage } from './access-pages.tsx';
import type { PageFlags } from '../shell/page-flags.ts';

/** A context's page as a chunk, which is complete once its texts are loaded. */
const chunkOf = (load: () => Promise<PageModule>): Chunk<PageModule> =>
  createChunk(async () => {
    const page = await load();
    await loadTranslations(i18n, page.words);
    return page;
  });

/** Pages of contexts by their path. */
export const CONTEXT_PAGES: ReadonlyMap<string, Chunk<PageModule>> = new Map(
  CONTEXTS.flatMap(({ pages }) => pages.map(({ path, load }) => [path, chunkOf(load)])),
);

/** `/profile/`, with links to the pages of contexts that are about the user. */
export function ProfileRoute() {
  const { t } = useTranslation();
  const principal = usePrincipal();
  const pages = CONTEXTS.flatMap((context) =>
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
export const CONTEXT_ROUTES: readonly RouteObject[] = CONTEXTS.flatMap(({ pages, words: { namespace } }) =>
  pages.flatMap(({ path, name, needs }) => {
    const chunk = CONTEXT_PAGES.get(path);
    if (chunk === undefined) return [];
    const Page = fromChunk(chunk, (page) => page.default);
    const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs].flat() as PermissionKey[] };
    return [{ path, element: <Page />, handle }];
  }),
);
