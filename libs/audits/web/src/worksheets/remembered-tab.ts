import type { ItemType } from '@cotejo/audits-contracts';

const keyOf = (type: ItemType): string => `cotejo.tab.${type}`;

/** Last tab used in this browser for worksheets of this type; null = none. */
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
    // Storage is full or forbidden: the tab is remembered only until the page closes.
  }
}
