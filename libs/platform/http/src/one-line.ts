import { z } from 'zod';

/** `params.fault` of an issue: the text contains hidden characters. */
export const HIDDEN_CHARACTERS = 'hidden_characters';

/**
 * Control characters, line separators, unpaired surrogates, and everything that Unicode renders as nothing or that
 * changes the text direction (format characters, tags, fillers, variation selectors): they make different names look
 * alike.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Scripts whose spelling needs joiners (Unicode UAX #31, section 2.3). */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Bengali}\\p{Script=Devanagari}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Oriya}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}';

/**
 * Hidden characters that legitimate text needs: joiners inside one emoji (👩‍🔧) and between letters of scripts spelled
 * with them, and the variation selector of a symbol (✔️). Flags of regions, which consist of tag characters, are not
 * supported, because tags can hide whole sentences.
 */
const NEEDED = new RegExp(
  // The character precedes its lookarounds, which have bounded length: matching stays linear.
  '\\u200D(?<=\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]?\\u200D)(?=\\p{Extended_Pictographic})' +
    `|[\\u200C\\u200D](?<=[${JOINING}]\\p{M}{0,3}[\\u200C\\u200D])(?=[${JOINING}])` +
    '|[\\uFE0E\\uFE0F](?<=\\p{Emoji}[\\uFE0E\\uFE0F])',
  'gu',
);

/** Whether a text contains hidden characters that no script or emoji needs at that position. */
export const hasHidden = (text: string): boolean =>
  text.search(HIDDEN) >= 0 && text.replace(NEEDED, '').search(HIDDEN) >= 0;

/** Removes the characters that `hasHidden` finds; for names stored before the check existed. */
export function withoutHidden(text: string): string {
  if (!hasHidden(text)) return text;
  const needed = new Set([...text.matchAll(NEEDED)].map(({ index }) => index));
  const seen = text.replace(HIDDEN, (character, index: number) => (needed.has(index) ? character : ''));
  // Removing a character may leave its neighbour unneeded.
  return hasHidden(seen) ? seen.replace(HIDDEN, '') : seen;
}

/** Zod refinement for texts with a schema of their own. */
export const nothingHidden = [
  (text: unknown): boolean => typeof text !== 'string' || !hasHidden(text),
  { params: { fault: HIDDEN_CHARACTERS } },
] as const;

/** One line of user input, trimmed and possibly empty: the common rule for all names. */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .refine(...nothingHidden);

/** A required name: contains at least one visible character. */
export const oneLineName = (most: number) =>
  oneLine(most)
    .min(1)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u);

/** Whether an issue is about hidden characters. */
export const isOfHidden = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.['fault'] === HIDDEN_CHARACTERS;
