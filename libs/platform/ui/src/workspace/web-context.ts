import type { TranslationBundle } from '@cotejo/i18n';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** What comes with a page when it is first opened. */
export interface PageModule {
  readonly default: ComponentType;
  /** Its words, added before it is first drawn. */
  readonly words: readonly TranslationBundle[];
}

export interface WebPage {
  readonly path: string;
  /** Key of its name in the context's words: of its menu entry and of the browser's title. */
  readonly name: string;
  /** Whoever holds this, be it of some things only, may enter. */
  readonly needs: string;
  readonly load: () => Promise<PageModule>;
}

/** What a context brings to the browser. `apps/web` lists contexts and knows nothing else of them. */
export interface WebContext {
  readonly name: string;
  /** Words that the shell shows before any of the context's pages is loaded. */
  readonly words: TranslationBundle;
  readonly pages: readonly (WebPage & {
    /** Its entry in the side menu; null where another page leads to it. */
    readonly menu: { readonly icon: LucideIcon } | null;
  })[];
}

export const webContext = (name: string, description: Omit<WebContext, 'name'>): WebContext => ({
  name,
  ...description,
});
