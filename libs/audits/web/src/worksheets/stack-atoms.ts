import type { ItemId } from '@cotejo/audits-contracts';
import { atom } from 'jotai';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { emptyStack, frontOf, reduceStack, type PanelStack, type StackAction } from './panel-stack.ts';

/** Panels beside the tree of the open plan, with the data of each worksheet. */
export const panelStackAtom = atom<PanelStack<TreeRow>>(emptyStack<TreeRow>());

/** Applies an action to the stack; returns the next stack. */
export const changeStackAtom = atom(null, (get, set, action: StackAction<TreeRow>): PanelStack<TreeRow> => {
  const next = reduceStack(get(panelStackAtom), action);
  set(panelStackAtom, next);
  return next;
});

export const frontWorksheetAtom = atom((get) => frontOf(get(panelStackAtom)));

/** Item of the front worksheet; for a reference, its target. Null when none is open. */
export const frontItemAtom = atom((get): ItemId | null => {
  const front = get(frontWorksheetAtom);
  return front && (front.data?.shown.id ?? front.id);
});

/** The panel in front was shown by a click on a row, which keeps the keys. */
export const keysStayAtom = atom(false);

export interface AnnouncedField {
  readonly item: ItemId;
  readonly field: string;
}

/** Field that this user is editing, published to the other users. */
export const announcedFieldAtom = atom<AnnouncedField | null>(null);
