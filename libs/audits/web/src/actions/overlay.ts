import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { atom } from 'jotai';
import type { CopiedItems, MenuAnchor } from '../plan/plan-context.ts';

export type Ids = readonly ItemId[];

/** The overlay above the tree; one at a time. */
export type Overlay =
  | { readonly what: 'menu'; readonly ids: Ids; readonly at: MenuAnchor }
  | {
      readonly what: 'move' | 'copy' | 'assign' | 'status' | 'sign' | 'dates' | 'stretches' | 'share';
      readonly ids: Ids;
    }
  | { readonly what: 'time'; readonly item: ItemId | null }
  | { readonly what: 'export' }
  | { readonly what: 'import'; readonly parent: ItemId | null | undefined }
  | { readonly what: 'delete'; readonly ids: Ids; readonly isClosing: boolean }
  | {
      readonly what: 'paste';
      readonly parent: ItemId | null;
      readonly lines: readonly string[];
      readonly type?: ItemType | undefined;
    }
  | { readonly what: 'paste_from'; readonly copied: CopiedItems; readonly parent: ItemId | null };

/** In an atom, because it is read by the very next key: a menu or dialog takes the focus only once it is drawn. */
export const overlayAtom = atom<Overlay | null>(null);

/** Whether keys that still reach the rows are meant for an overlay that has no focus yet. */
export const takesKeys = (overlay: Overlay | null): boolean =>
  overlay !== null && !(overlay.what === 'delete' && overlay.isClosing);
