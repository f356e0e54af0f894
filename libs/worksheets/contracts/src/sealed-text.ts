import { z } from 'zod';

/** Characters of one text. */
export const MAX_TEXT_LENGTH = 20_000;

/** A text as a person wrote it; well-formed and without U+0000, which neither vault nor hash could keep. */
export const plainText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .regex(/^[^\0\p{Cs}]*$/u);

/**
 * A text as events carry it: its body lies in the vault under `ref`; `hash` is the hex SHA-256 of a salt
 * kept there and the body, so that the body can be redacted and the log still verifies.
 */
export const sealedText = z.object({
  ref: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  length: z.number().int().positive(),
});
export type SealedText = z.infer<typeof sealedText>;
