import { z } from 'zod';

/** `params.fault` of an issue: a name holds characters that nobody sees. */
export const HIDDEN_CHARACTERS = 'hidden_characters';

/**
 * Controls, line separators, halves of surrogate pairs, and all that Unicode draws as nothing or that turns the
 * direction of text (format characters, tags, fillers, variation selectors): with them a name looks like another.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Scripts whose spelling needs joiners (Unicode UAX #31, section 2.3). */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Bengali}\\p{Script=Devanagari}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Kannada}' +
  '\\p{Script=Malayalam}\\p{Script=Oriya}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}';

/**
 * Hidden characters that legitimate text needs: joiners inside one emoji (👩‍🔧) and between letters of scripts that
 * are spelled with them, and the selector of a sign's form (✔️). Flags of regions, which are made of tag characters,
 * are given up for it: tags hide whole sentences.
 */
const NEEDED = new RegExp(
  // The character comes before what is asked of its surroundings, and these are short: the time stays linear.
  '\\u200D(?<=\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]?\\u200D)(?=\\p{Extended_Pictographic})' +
    `|[\\u200C\\u200D](?<=[${JOINING}]\\p{M}{0,3}[\\u200C\\u200D])(?=[${JOINING}])` +
    '|[\\uFE0E\\uFE0F](?<=\\p{Emoji}[\\uFE0E\\uFE0F])',
  'gu',
);

/** Whether a text holds characters that nobody sees and that no script or emoji needs where they stand. */
export const hasHidden = (text: string): boolean =>
  text.search(HIDDEN) >= 0 && text.replace(NEEDED, '').search(HIDDEN) >= 0;

/** The text without what `hasHidden` finds: for names that were kept before it was asked. */
export function withoutHidden(text: string): string {
  if (!hasHidden(text)) return text;
  const needed = new Set([...text.matchAll(NEEDED)].map(({ index }) => index));
  const seen = text.replace(HIDDEN, (character, index: number) => (needed.has(index) ? character : ''));
  // What a character needed may have gone with its neighbour.
  return hasHidden(seen) ? seen.replace(HIDDEN, '') : seen;
}

/** The rule for text that has a schema of its own. */
export const nothingHidden = [
  (text: unknown): boolean => typeof text !== 'string' || !hasHidden(text),
  { params: { fault: HIDDEN_CHARACTERS } },
] as const;

/** One line of text that somebody types, trimmed and perhaps empty: the one rule for names of whatever kind. */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .refine(...nothingHidden);

/** A name that must be there: something in it can be seen. */
export const oneLineName = (most: number) =>
  oneLine(most)
    .min(1)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u);

/** Whether a schema refused a text for its hidden characters. */
export const isOfHidden = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.['fault'] === HIDDEN_CHARACTERS;
