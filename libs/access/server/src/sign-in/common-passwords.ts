import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';

/**
 * Fewest guesses that a good attacker needs. Twelve characters by chance take 10¹², three common words some 10¹³;
 * two words with a year 10¹⁰, and three walks over the keyboard 1.4 × 10¹¹.
 */
const LEAST_GUESSES = 2e11;

/**
 * Characters that are judged, and digits or signs that are tried as letters at once: beyond them the judgement of one
 * hostile password takes seconds on the main thread (24 and 4: at most some 100 ms). Whoever is safe by the first
 * 24 characters is safe by all.
 */
const MOST_JUDGED = 24;
const MOST_LETTERS = 4;

let judge: ZxcvbnFactory | null = null;

/** Its dictionaries are unpacked when the first password is judged: that takes some 200 ms. */
const opened = (): ZxcvbnFactory =>
  (judge ??= new ZxcvbnFactory({
    dictionary: { ...common, ...spanish },
    graphs: adjacencyGraphs,
    maxLength: MOST_JUDGED,
    l33tMaxSubstitutions: MOST_LETTERS,
  }));

/**
 * Whether a password is among those that everybody uses: digits alone, or what zxcvbn finds in too few guesses (common
 * passwords, English and Spanish words and names in any case and with digits for letters, years, walks over the
 * keyboard, repetitions), as typed or without its accents.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '');
  // Digits alone are years, birthdays and telephone numbers.
  if (/^[\d\s./-]*$/.test(plain)) return true;
  return [...new Set([password, plain])].some((text) => opened().check(text).guesses < LEAST_GUESSES);
}
