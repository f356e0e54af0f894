import type { ItemType } from '@cotejo/audits-contracts';

const keyOf = (type: ItemType): string => `cotejo.tab.${type}`;

/** The tab in which this browser showed a worksheet of this type last; null = none is remembered. */
export function rememberedTab(storage: Pick<Storage, 'getItem'>, type: ItemType): string | null {
  try {
    return storage.getItem(keyOf(type));
  } catch {
    return null;
  }
}

export function rememberTab(storage: Pick<Storage, 'setItem'>, type: ItemType, tab: string): void {
  try {
    storage.setItem(keyOf(type), tab);
  } catch {
    // A full or forbidden storage: it lasts as long as the page.
  }
}
