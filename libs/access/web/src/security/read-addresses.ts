import { addressRange } from '@cotejo/access-contracts';

/** Addresses and ranges as people write them, one a line or with commas; what is none is told apart. */
export function readAddresses(text: string): {
  readonly ranges: readonly string[];
  readonly wrong: readonly string[];
} {
  const told = [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
  const isRange = (part: string): boolean => addressRange.safeParse(part).success;
  return { ranges: told.filter(isRange), wrong: told.filter((part) => !isRange(part)) };
}
