import type { DecisionContext } from '@cotejo/audits-domain';
import { SealedWords, type SealedText } from '@cotejo/worksheets-contracts';

/** Seals of the texts of the intent that is judged, in their order; null unless as many were sealed as it has. */
export function sealsOf({ sealed }: DecisionContext, texts: number): readonly SealedText[] | null {
  return sealed instanceof SealedWords && sealed.seals.length === texts ? sealed.seals : null;
}
