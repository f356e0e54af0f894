import { changeLogProof, LOG_PROOF_HEADER } from '@cotejo/audits-contracts';
import type { z } from 'zod';

export type LogProof = z.infer<typeof changeLogProof>;

/** Proof in the response header of an exported log; null when missing or invalid. */
export function proofOf(headers: Pick<Headers, 'get'>): LogProof | null {
  try {
    return changeLogProof.parse(JSON.parse(headers.get(LOG_PROOF_HEADER) ?? 'null'));
  } catch {
    return null;
  }
}
