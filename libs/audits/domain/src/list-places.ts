import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Places for the entries of a list that is written at once, in order: fractional keys, as items have. */
export const firstPlaces = (count: number): string[] => generateNKeysBetween(null, null, count);

/** A place between two of a list; null = before all of them, or behind. */
export const placeBetween = (after: string | null, before: string | null): string =>
  generateKeyBetween(after, before !== null && after !== null && after >= before ? null : before);
