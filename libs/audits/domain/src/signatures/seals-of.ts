import { SealedWords, type SealedText } from '@cotejo/audits-contracts';
import type { DecisionContext } from '../model/model.ts';

/** Seals of the intent's texts, in order; null unless their number matches. */
export function sealsOf({ sealed }: DecisionContext, texts: number): readonly SealedText[] | null {
  return sealed instanceof SealedWords && sealed.seals.length === texts ? sealed.seals : null;
}
