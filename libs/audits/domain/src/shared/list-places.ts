import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Positions for the entries of a new list, in order: fractional keys, like those of items. */
export const firstPlaces = (count: number): string[] => generateNKeysBetween(null, null, count);

/** A position between two list entries; null = before the first, or after the last. */
export const placeBetween = (after: string | null, before: string | null): string =>
  generateKeyBetween(after, before !== null && after !== null && after >= before ? null : before);
