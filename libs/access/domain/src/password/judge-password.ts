import { LEAST_PASSWORD, LONGEST_PASSWORD, type PasswordRules } from '@cotejo/access-contracts';

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

/** Characters as a person counts them. */
export const lengthOf = (password: string): number => [...normalizedPassword(password)].length;

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
  const length = lengthOf(text);
  const least = Math.max(rules.minLength, LEAST_PASSWORD);
  if (length < least || length > LONGEST_PASSWORD) {
    return { code: 'password_length', least, most: LONGEST_PASSWORD };
  }
  const lacks = missingOf(text, rules);
  if (lacks.length > 0) return { code: 'password_composition', lacks };
  const isGuessable = isCommon(text) || isMonotone(text) || isOfWords(text, words, isCommon);
  return isGuessable ? { code: 'password_guessable' } : null;
}

/** Which of the kinds of characters that the rules ask for a text lacks; what a form shows while typing. */
export function missingOf(text: string, rules: PasswordRules): readonly Composition[] {
  const special = new Set(rules.specialCharacters);
  const has: Readonly<Record<Composition, boolean>> = {
    uppercase: /\p{Lu}/u.test(text),
    lowercase: /\p{Ll}/u.test(text),
    number: /\p{Nd}/u.test(text),
    special: [...text].some((character) => special.has(character)),
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
