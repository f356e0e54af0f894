import type { ItemId } from '@cotejo/audits-contracts';
import { atom } from 'jotai';

/** A finding that a worksheet proposes to raise: the item that it concerns, and a title to start from. */
export interface FindingDraft {
  readonly item: ItemId;
  readonly name: string;
}

/** Proposal for the form of the findings panel, which takes it once. */
export const findingDraftAtom = atom<FindingDraft | null>(null);
