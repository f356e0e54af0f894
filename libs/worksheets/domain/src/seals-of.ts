import type { DecisionContext } from '@cotejo/audits-domain';
import { SealedWords, type SealedText } from '@cotejo/worksheets-contracts';

/** Seals of the intent's texts, in order; null unless their number matches. */
export function sealsOf({ sealed }: DecisionContext, texts: number): readonly SealedText[] | null {
  return sealed instanceof SealedWords && sealed.seals.length === texts ? sealed.seals : null;
}
