import {
  LEAST_PASSWORD,
  LONGEST_PASSWORD,
  SPECIAL_CHARACTERS,
  type PasswordRules,
} from '@cotejo/access-contracts';

/** Fault of a new password; codes of the error catalogue. */
export type PasswordFault =
  | { readonly code: 'password_length'; readonly least: number; readonly most: number }
  | { readonly code: 'password_composition'; readonly lacks: readonly Composition[] }
  | { readonly code: 'password_guessable' };
export type Composition = 'uppercase' | 'lowercase' | 'number' | 'special';

export interface PasswordContext {
  /** Words that an attacker would try first: user name, names, e-mail, account, product. */
  readonly words: readonly string[];
  /** Whether it is on a list of common passwords; the list is on the server only. */
  readonly isCommon?: (password: string) => boolean;
}

/** Minimum letters of a word for its presence to count. */
const TELLING_WORD = 4;
/** Minimum characters left after removing words about the user. */
const LEAST_OWN = 6;

/** Form in which a password is judged and hashed; independent of how the keyboard composes accents. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC');

/** Invisible or combining characters: more of them do not make a password harder to guess. */
const UNCOUNTED = /[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Length in characters as the user types and sees them: a character that NFKC expands (U+FDFA becomes 18 in the hashed
 * form) counts as one, invisible ones as none.
 */
export const lengthOf = (password: string): number =>
  [...password.normalize('NFC').replace(UNCOUNTED, '')].length;

/**
 * First fault of a new password, or null. Composition is checked only if the account requires it. Guessable: on the
 * list of common passwords, one character repeated, a sequence (`abcdefgh`), or words about the user with little more
 * besides, or besides only a common password.
 */
export function judgePassword(
  password: string,
  rules: PasswordRules,
  { words, isCommon = () => false }: PasswordContext,
): PasswordFault | null {
  const text = normalizedPassword(password);
  const least = Math.max(rules.minLength, LEAST_PASSWORD);
  // The hashed form is limited too, because NFKC can make it much longer.
  if (lengthOf(password) < least || [...text].length > LONGEST_PASSWORD) {
    return { code: 'password_length', least, most: LONGEST_PASSWORD };
  }
  const lacks = missingOf(password, rules);
  if (lacks.length > 0) return { code: 'password_composition', lacks };
  // Judged as an attacker would read it: without invisible characters, and with look-alike letters replaced.
  const seen = text.replace(UNSEEN, '');
  const isGuessable = [seen, asLatin(seen)].some(
    (one) => isCommon(one) || isMonotone(one) || isOfWords(one, words, isCommon),
  );
  return isGuessable ? { code: 'password_guessable' } : null;
}

const SIGN = /^[\p{P}\p{S}]$/u;

/**
 * The account's special characters that are punctuation or symbols: older settings may contain letters, digits or
 * blanks, which do not count. The default set if none are left.
 */
export function signsOf({ specialCharacters }: Pick<PasswordRules, 'specialCharacters'>): string[] {
  const signs = [...specialCharacters].filter((one) => SIGN.test(one));
  return signs.length > 0 ? signs : [...SPECIAL_CHARACTERS];
}

/** Required kinds of characters that a text lacks; also shown by forms while typing. */
export function missingOf(text: string, rules: PasswordRules): readonly Composition[] {
  const special = new Set(signsOf(rules));
  const typed = text.normalize('NFC');
  const has: Readonly<Record<Composition, boolean>> = {
    uppercase: /\p{Lu}/u.test(typed),
    lowercase: /\p{Ll}/u.test(typed),
    number: /\p{Nd}/u.test(typed),
    // A full-width sign (！) counts as the sign; a letter that NFKC expands to signs does not.
    special: [...typed].some(
      (one) => SIGN.test(one) && (special.has(one) || special.has(normalizedPassword(one))),
    ),
  };
  return (['uppercase', 'lowercase', 'number', 'special'] as const).filter(
    (kind) => rules[kind] && !has[kind],
  );
}

/**
 * Whether a new password equals one of the user's last ones. `hashes`: newest first, including the current one. Each
 * comparison costs as much as a sign-in, so only as many as the rules require are made.
 */
export async function isReused(
  hashes: readonly string[],
  { history }: Pick<PasswordRules, 'history'>,
  matches: (hash: string) => Promise<boolean>,
): Promise<boolean> {
  for (const hash of hashes.slice(0, history)) if (await matches(hash)) return true;
  return false;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Lower-case letters of other scripts that look like Latin ones (Unicode UTS #39, confusables). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
  },
  ...{ ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', в: 'b', г: 'r', п: 'n' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
  },
  ...{ ı: 'i', ɡ: 'g', ɑ: 'a' },
};
const asLatin = (text: string): string =>
  text.toLowerCase().replace(/[^\p{ASCII}]/gu, (letter) => LOOK_ALIKES[letter] ?? letter);

/** One character repeated, or consecutive characters, ascending or descending. */
function isMonotone(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  const [step] = steps;
  return steps.size <= 1 && (step === undefined || Math.abs(step) <= 1);
}

function isOfWords(text: string, words: readonly string[], isCommon: (password: string) => boolean): boolean {
  const telling = words
    .flatMap((word) => [...plain(word).split(/[^\p{L}\p{N}]+/u), joined(plain(word))])
    .filter((word) => [...word].length >= TELLING_WORD)
    .sort((a, b) => b.length - a.length);
  const typed = plain(text);
  const readings = [typed, withLetters(typed)];
  return [...readings, ...readings.map(joined)].some((reading) => {
    const rest = telling.reduce((left, word) => left.replaceAll(word, ''), reading);
    return rest !== reading && ([...rest].length < LEAST_OWN || isCommon(rest));
  });
}

/** Digits and symbols that replace letters: `G0nz4l3z`. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const withLetters = (text: string): string => text.replace(/[013457@$]/g, (sign) => LETTERS[sign] ?? sign);

/** Joins separated words: `ana.gil` becomes `anagil`. */
const joined = (text: string): string => text.replace(/[\s._@-]+/g, '');

/** Lower case without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
