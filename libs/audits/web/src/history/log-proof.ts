import { changeLogProof, LOG_PROOF_HEADER } from '@cotejo/audits-contracts';
import type { z } from 'zod';

export type LogProof = z.infer<typeof changeLogProof>;

/** What the answer with a file of the log says of it; null when it says nothing, or nothing that can be read. */
export function proofOf(headers: Pick<Headers, 'get'>): LogProof | null {
  try {
    return changeLogProof.parse(JSON.parse(headers.get(LOG_PROOF_HEADER) ?? 'null'));
  } catch {
    return null;
  }
}
