import type { ItemId } from '@cotejo/audits-contracts';
import { atom } from 'jotai';
import type { TreeRow } from '../session/tree-rows.ts';
import { emptyStack, frontOf, reduceStack, type PanelStack, type StackAction } from './panel-stack.ts';

/** What stands beside the tree of the plan that is open, with what each worksheet shows. */
export const panelStackAtom = atom<PanelStack<TreeRow>>(emptyStack<TreeRow>());

/** Does one thing to the stack; answers the next one. */
export const changeStackAtom = atom(null, (get, set, action: StackAction<TreeRow>): PanelStack<TreeRow> => {
  const next = reduceStack(get(panelStackAtom), action);
  set(panelStackAtom, next);
  return next;
});

export const frontWorksheetAtom = atom((get) => frontOf(get(panelStackAtom)));

/** The item that the front worksheet is about: of a reference what it refers to. Null when none is open. */
export const frontItemAtom = atom((get): ItemId | null => {
  const front = get(frontWorksheetAtom);
  return front && (front.data?.shown.id ?? front.id);
});

export interface AnnouncedField {
  readonly item: ItemId;
  readonly field: string;
}

/** The field that this person is in, for the others to see. */
export const announcedFieldAtom = atom<AnnouncedField | null>(null);
