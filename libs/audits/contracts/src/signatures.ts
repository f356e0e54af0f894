import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';

/** What a signature says of the work under it: it is done, or somebody else looked at it and agrees. */
export const signatureMark = z.enum(['completed', 'reviewed']);
export type SignatureMark = z.infer<typeof signatureMark>;

/** Hex SHA-256. */
export const contentHash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A signature as an item keeps it. It stands under the very content that the person saw: `content` is the hash of
 * the item's facts, values and texts at `version`; absent for marks of before there were signatures.
 */
export const signature = z.object({
  mark: signatureMark,
  by: userId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** Audit version under which it was put. */
  version: z.number().int(),
  content: contentHash.optional(),
});
export type Signature = z.infer<typeof signature>;

/** A text of a worksheet as it stood: revision and hash of its body, as the vault keeps it. */
export const signedText = z.object({
  field: z.string().max(100),
  rev: z.number().int().positive(),
  hash: contentHash,
});
export type SignedText = z.infer<typeof signedText>;
