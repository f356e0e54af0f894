import { sealedText } from '@cotejo/audits-contracts';
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

/** Maximum of a Postgres `integer`, the type of revisions, rows and lengths. */
export const MAX_INTEGER = 2_147_483_647;
/** A count from 0 that fits the read models. */
export const countable = z.number().int().min(0).max(MAX_INTEGER);

/** Writable form of a seal; `length` is at least 1 because bodies are not empty. */
export const writableSeal = z.strictObject({ ...sealedText.shape, length: countable.min(1) });
