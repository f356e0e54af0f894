import type { PermissionKey } from '@cotejo/access-contracts';
import { addTranslations } from '@cotejo/i18n';
import type { PageModule, WebContext } from '@cotejo/ui';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { createChunk, fromChunk } from '../chunk.tsx';
import type { PageFlags } from '../shell/page-flags.ts';

/** A page of a context in files of its own; its words are added before it is first drawn. */
const pageOf = (load: () => Promise<PageModule>): ComponentType =>
  fromChunk(createChunk(load), ({ default: Page, words }) => {
    return function WithWords() {
      const { i18n } = useTranslation();
      addTranslations(i18n, words);
      return <Page />;
    };
  });

/** The addresses that contexts bring. */
export const contextRoutes = (contexts: readonly WebContext[]): RouteObject[] =>
  contexts.flatMap(({ pages, words: { namespace } }) =>
    pages.map(({ path, name, needs, load }) => {
      const Page = pageOf(load);
      const handle: PageFlags = { title: `${namespace}:${name}`, anyOf: [needs as PermissionKey] };
      return { path, element: <Page />, handle };
    }),
  );
