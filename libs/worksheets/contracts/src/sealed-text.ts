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

/** Largest number of a column of type `integer`, which revisions, rows and lengths are kept in. */
export const MAX_INTEGER = 2_147_483_647;
/** What is counted from 0, as the read models hold it. */
export const countable = z.number().int().min(0).max(MAX_INTEGER);

/** A seal as events may be written with it; `length` is of a body that is not empty. */
export const writableSeal = z.strictObject({ ...sealedText.shape, length: countable.min(1) });
