import { z } from 'zod';

/** Characters of one text. */
export const MAX_TEXT_LENGTH = 20_000;

/** A text as entered: well-formed and without U+0000, which vault and hash cannot represent. */
export const plainText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .regex(/^[^\0\p{Cs}]*$/u);

/**
 * A text in an event: its body is in the vault under `ref`; `hash` is the hex SHA-256 of a salt kept there
 * and the body, so that the body can be redacted and the log still verifies.
 */
export const sealedText = z.object({
  ref: z.uuid(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  length: z.number().int().positive(),
});
export type SealedText = z.infer<typeof sealedText>;

/** Maximum of a Postgres `integer`, the type of revisions, rows and lengths. */
export const MAX_INTEGER = 2_147_483_647;
/** A count from 0 that fits the read models. */
export const countable = z.number().int().min(0).max(MAX_INTEGER);

/** Writable form of a seal; `length` is at least 1 because bodies are not empty. */
export const writableSeal = z.strictObject({ ...sealedText.shape, length: countable.min(1) });
