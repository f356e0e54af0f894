import { addressRange } from '@cotejo/access-contracts';

/** Parses addresses and ranges separated by lines or commas; invalid entries are returned separately. */
export function readAddresses(text: string): {
  readonly ranges: readonly string[];
  readonly wrong: readonly string[];
} {
  const told = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  const isRange = (part: string): boolean => addressRange.safeParse(part).success;
  return { ranges: told.filter(isRange), wrong: told.filter((part) => !isRange(part)) };
}
