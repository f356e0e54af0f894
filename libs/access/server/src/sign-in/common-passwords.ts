import { COMMON_WORDS } from './common-words.ts';
import { isKeyboardWalk, isRepetition } from './keyboard-walks.ts';

/** The longest first, so that none is taken for a shorter one that it begins with. */
const KNOWN = [...COMMON_WORDS].sort((a, b) => b.length - a.length);

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Stands where a word was; in no password by then. */
const PARTED = ' ';

/** What may be added to known words without making a password of them: years, runs of digits, a sign or two. */
const ADDED = /[\d\s!#$%&*+,./:;?@_-]/g;

/** Three words that nobody put beside each other before are a good password, also when each of them is common. */
const MOST_WORDS = 2;

/**
 * Whether a password is among those that everybody uses: digits alone, a walk over the keyboard, one piece again and
 * again, or no more than two common words in any case, with the usual digits for letters, and digits and signs
 * around them (`Bienvenido2026!`, `P@ssw0rd1234`). The lists of the most used ones are covered by what they are
 * made of.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // Digits alone are years, birthdays and telephone numbers.
  if (/^[\d\s./-]*$/.test(plain)) return true;
  if (isKeyboardWalk(plain) || isRepetition(plain)) return true;
  const asTyped = plain.replace(ADDED, '');
  const withLetters = [...plain.replace(/[\d!]+$/, '')]
    .map((character) => LEET[character] ?? character)
    .join('')
    .replace(ADDED, '');
  return isOfKnownWords(asTyped) || isOfKnownWords(withLetters);
}

function isOfKnownWords(text: string): boolean {
  let [rest, words] = [text, 0];
  for (const word of KNOWN) {
    if (!rest.includes(word)) continue;
    words += 1;
    // Parted, so that no word is made of what was on both sides of another.
    rest = rest.replaceAll(word, PARTED);
  }
  return words > 0 && words <= MOST_WORDS && rest.replaceAll(PARTED, '') === '';
}
