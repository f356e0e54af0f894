import type { PermissionKey } from '@cotejo/access-contracts';
import { addTranslations } from '@cotejo/i18n';
import type { PageModule, WebContext } from '@cotejo/ui';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { createChunk, fromChunk } from '@cotejo/ui';
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

/** Routes of contexts. */
export const contextRoutes = (contexts: readonly WebContext[]): RouteObject[] =>
  contexts.flatMap(({ pages, words: { namespace } }) =>
    pages.map(({ path, name, needs, load }) => {
      const Page = pageOf(load);
      const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs].flat() as PermissionKey[] };
      return { path, element: <Page />, handle };
    }),
  );
