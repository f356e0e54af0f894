import { randomInt } from 'node:crypto';
import type { PasswordRules } from '@cotejo/access-contracts';
import { missingOf, signsOf } from '@cotejo/access-domain';

/** Without characters that are easily confused when read aloud or from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 5;
const GROUP = 4;

/** A password to be read out once: five groups of four, some 110 bits, extended to satisfy the rules. */
export function generatePassword(rules: PasswordRules): string {
  const one = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
  for (;;) {
    const group = (): string => Array.from({ length: GROUP }, () => one(LETTERS)).join('');
    const text = Array.from({ length: GROUPS }, group).join('-');
    const signs = signsOf(rules);
    const other = rules.special && !signs.includes('-') ? (signs[randomInt(signs.length)] ?? '') : '';
    const password = `${text}${other}`;
    if (missingOf(password, rules).length === 0) return password;
  }
}
