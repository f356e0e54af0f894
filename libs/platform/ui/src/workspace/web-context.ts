import type { TranslationBundle } from '@cotejo/i18n';
import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Workspace } from './workspace.tsx';

/** Reads what a page shows first, before it is opened; `today` is yyyy-MM-dd in the account's time zone. */
export type ReadAhead = (workspace: Workspace, queries: QueryClient, today: string) => void;

/** Content of a page's chunk. */
export interface PageModule {
  readonly default: ComponentType;
  /** Texts, added before the first render. */
  readonly words: readonly TranslationBundle[];
  readonly readAhead?: ReadAhead;
}

export interface WebPage {
  readonly path: string;
  /** Translation key of the page's name, for menu entry and document title. */
  readonly name: string;
  /** Permission required, at least for some objects; of several, any. */
  readonly needs: string | readonly string[];
  readonly load: () => Promise<PageModule>;
}

/** Group of entries in the side menu, shown under a heading. */
export type MenuGroup = 'audit' | 'people';

/** Contributions of a context to the browser. `apps/web` only lists contexts. */
export interface WebContext {
  readonly name: string;
  /** Texts that the shell shows before a page of the context is loaded. */
  readonly words: TranslationBundle;
  readonly pages: readonly (WebPage & {
    /** Entry in the side menu, by default outside its groups; null if the page is reached from another one. */
    readonly menu: { readonly icon: LucideIcon; readonly group?: MenuGroup } | null;
    /** Entry in the settings; `text` is the translation key of its description. */
    readonly settings?: { readonly icon: LucideIcon; readonly text: string };
    /** Translation key of its description, for a page of the user that «Mi perfil» leads to. */
    readonly profile?: string;
  })[];
}

export const webContext = (name: string, description: Omit<WebContext, 'name'>): WebContext => ({
  name,
  ...description,
});
