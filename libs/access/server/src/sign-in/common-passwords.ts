import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';

/**
 * Minimum guesses by zxcvbn. Twelve random characters take 10¹², three common words some 10¹³; two words with a year
 * 10¹⁰, and three keyboard patterns 1.4 × 10¹¹.
 */
const LEAST_GUESSES = 2e11;

/**
 * Characters judged, and digits or signs tried as letters at once. Without these limits, judging one hostile password
 * blocks the main thread for seconds (with 24 and 4: at most some 100 ms). A password whose first 24 characters are
 * strong is strong.
 */
const MOST_JUDGED = 24;
const MOST_LETTERS = 4;

let judge: ZxcvbnFactory | null = null;

/** Created on first use: unpacking the dictionaries takes some 200 ms. */
const opened = (): ZxcvbnFactory =>
  (judge ??= new ZxcvbnFactory({
    dictionary: { ...common, ...spanish },
    graphs: adjacencyGraphs,
    maxLength: MOST_JUDGED,
    l33tMaxSubstitutions: MOST_LETTERS,
  }));

/**
 * Whether a password is too common: digits only, or with too few guesses by zxcvbn (common passwords, English and
 * Spanish words and names in any case and with digits for letters, years, keyboard patterns, repetitions), as typed or
 * without its accents.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '');
  // Digits alone are years, birthdays and phone numbers.
  if (/^[\d\s./-]*$/.test(plain)) return true;
  return [...new Set([password, plain])].some((text) => opened().check(text).guesses < LEAST_GUESSES);
}
