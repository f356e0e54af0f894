import type { PermissionKey } from '@cotejo/access-contracts';
import { loadTranslations } from '@cotejo/i18n';
import { createChunk, fromChunk, type PageModule, type WebContext } from '@cotejo/ui';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { i18n } from '../page-texts.ts';
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

/** Routes of contexts. */
export const contextRoutes = (contexts: readonly WebContext[]): RouteObject[] =>
  contexts.flatMap(({ pages, words: { namespace } }) =>
    pages.map(({ path, name, needs, load }) => {
      const Page = pageOf(load);
      const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs as PermissionKey] };
      return { path, element: <Page />, handle };
    }),
  );
