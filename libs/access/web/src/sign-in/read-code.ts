import { CODE_LENGTH } from '@cotejo/access-contracts';

/** The digits of what was typed or pasted ("123 456", "Su código: 123456"), six at most. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH);

/** A recovery code however it was copied: lower case, in groups of four with hyphens. */
export function recoveryOf(text: string): string {
  const letters = text
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '')
    .slice(0, 12);
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}
