import { CODE_LENGTH } from '@cotejo/access-contracts';

/** Up to six digits from typed or pasted text ("123 456", "Su código: 123456"). */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, CODE_LENGTH);

/** Normalises a recovery code to lower case in groups of four with hyphens. */
export function recoveryOf(text: string): string {
  const letters = text
    .toLowerCase()
    .replace(/[^a-z2-7]/g, '')
    .slice(0, 12);
  return letters.match(/.{1,4}/g)?.join('-') ?? '';
}
