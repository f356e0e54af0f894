import type { ItemId } from '@cotejo/audits-contracts';

/** What stands beside the tree, as the address says it. */
export interface Shown {
  readonly item?: ItemId;
  readonly panel?: string;
  /** Item that the panel is about. */
  readonly about?: ItemId | undefined;
}

/** An address with this beside the tree and nothing else; what it says besides stays. */
export const withShown =
  ({ item, panel, about }: Shown) =>
  (now: URLSearchParams): URLSearchParams => {
    const next = new URLSearchParams(now);
    for (const name of ['hoja-id', 'panel', 'elemento']) next.delete(name);
    if (item) next.set('hoja-id', item);
    if (panel) next.set('panel', panel);
    if (about) next.set('elemento', about);
    return next;
  };

export const withPanel = (panel: string): ((now: URLSearchParams) => URLSearchParams) => withShown({ panel });
