import {
  LEAST_PASSWORD,
  LONGEST_PASSWORD,
  SPECIAL_CHARACTERS,
  type PasswordRules,
} from '@cotejo/access-contracts';

/** What is wrong with a new password; codes of the catalogue of errors. */
export type PasswordFault =
  | { readonly code: 'password_length'; readonly least: number; readonly most: number }
  | { readonly code: 'password_composition'; readonly lacks: readonly Composition[] }
  | { readonly code: 'password_guessable' };
export type Composition = 'uppercase' | 'lowercase' | 'number' | 'special';

export interface PasswordContext {
  /** Words that somebody would try first: user name, names, e-mail, account, product. */
  readonly words: readonly string[];
  /** Whether it is on a list of passwords that everybody uses; the server holds the list. */
  readonly isCommon?: (password: string) => boolean;
}

/** Fewest letters of a word for which its presence says something. */
const TELLING_WORD = 4;
/** What must be left of a password once the words that belong to the person are taken out. */
const LEAST_OWN = 6;

/** The form in which a password is judged and hashed: the same whatever keyboard typed its accents. */
export const normalizedPassword = (password: string): string => password.normalize('NFKC');

/** Drawn as nothing, or upon the letter before: more of them are no more to guess. */
const UNCOUNTED = /[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Characters as a person types and sees them: a sign that stands for many letters (U+FDFA becomes 18 in the form
 * that is hashed) is one, and what has no width of its own is none.
 */
export const lengthOf = (password: string): number =>
  [...password.normalize('NFC').replace(UNCOUNTED, '')].length;

/**
 * The first thing that is wrong with a new password, or null. Composition is asked for only where the account
 * wants it. Guessable: on the list, one character over and over, a run (`abcdefgh`), or words about the person with
 * hardly more than that beside them, or what is on the list.
 */
export function judgePassword(
  password: string,
  rules: PasswordRules,
  { words, isCommon = () => false }: PasswordContext,
): PasswordFault | null {
  const text = normalizedPassword(password);
  const least = Math.max(rules.minLength, LEAST_PASSWORD);
  // What is hashed is bounded as well, however few characters it was typed with.
  if (lengthOf(password) < least || [...text].length > LONGEST_PASSWORD) {
    return { code: 'password_length', least, most: LONGEST_PASSWORD };
  }
  const lacks = missingOf(password, rules);
  if (lacks.length > 0) return { code: 'password_composition', lacks };
  // Read as whoever guesses it would: without what is not seen, and with the letters that others look like.
  const seen = text.replace(UNSEEN, '');
  const isGuessable = [seen, asLatin(seen)].some(
    (one) => isCommon(one) || isMonotone(one) || isOfWords(one, words, isCommon),
  );
  return isGuessable ? { code: 'password_guessable' } : null;
}

const SIGN = /^[\p{P}\p{S}]$/u;

/**
 * The special characters of an account that are signs: letters, digits and blanks are none, whatever was listed
 * before that was refused. The usual ones where no other is left.
 */
export function signsOf({ specialCharacters }: Pick<PasswordRules, 'specialCharacters'>): string[] {
  const signs = [...specialCharacters].filter((one) => SIGN.test(one));
  return signs.length > 0 ? signs : [...SPECIAL_CHARACTERS];
}

/** Which of the kinds of characters that the rules ask for a text lacks; what a form shows while typing. */
export function missingOf(text: string, rules: PasswordRules): readonly Composition[] {
  const special = new Set(signsOf(rules));
  const typed = text.normalize('NFC');
  const has: Readonly<Record<Composition, boolean>> = {
    uppercase: /\p{Lu}/u.test(typed),
    lowercase: /\p{Ll}/u.test(typed),
    number: /\p{Nd}/u.test(typed),
    // A sign in another width (！) is the sign; a letter that becomes several is none.
    special: [...typed].some(
      (one) => SIGN.test(one) && (special.has(one) || special.has(normalizedPassword(one))),
    ),
  };
  return (['uppercase', 'lowercase', 'number', 'special'] as const).filter(
    (kind) => rules[kind] && !has[kind],
  );
}

/**
 * Whether a new password is one of the last that the person had. `hashes`: the newest first, the present one
 * included; each comparison costs what signing in costs, so no more are made than the rules ask for.
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

/** Small letters of other scripts that are drawn like Latin ones (Unicode UTS #39, confusables). */
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

/** All alike, or each the next after the one before, forwards or backwards. */
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

/** Digits and signs that stand for letters: `G0nz4l3z`. */
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

/** As one writes several words as one: `ana.gil` is `anagil`. */
const joined = (text: string): string => text.replace(/[\s._@-]+/g, '');

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
