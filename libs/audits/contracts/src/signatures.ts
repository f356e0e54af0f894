import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';

/** Meaning of a signature: the work is done, or another user has reviewed and accepts it. */
export const signatureMark = z.enum(['completed', 'reviewed']);
export type SignatureMark = z.infer<typeof signatureMark>;

/** Hex SHA-256. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A signature of an item. It covers exactly the content that the user saw: `content` is the hash of the
 * item's facts, values and texts at `version`; absent for marks from before signatures existed.
 */
export const signature = z.object({
  mark: signatureMark,
  by: userId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** Audit version of the signature. */
  version: z.number().int(),
  content: contentHash.optional(),
});
export type Signature = z.infer<typeof signature>;

/** A text of a worksheet at the time of signing: revision and hash of its body in the vault. */
export const signedText = z.object({
  field: z.string().max(100),
  rev: z.number().int().positive(),
  hash: contentHash,
});
export type SignedText = z.infer<typeof signedText>;
