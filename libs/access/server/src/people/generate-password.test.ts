import { DEFAULT_PASSWORD_RULES, type PasswordRules } from '@cotejo/access-contracts';
import { judgePassword } from '@cotejo/access-domain';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it.each<[string, Partial<PasswordRules>]>([
  ['usual rules', {}],
  ['every kind of character', { uppercase: true, lowercase: true, number: true, special: true }],
  ['a set of its own without the hyphen', { special: true, specialCharacters: '¡¿' }],
  ['the greatest least length', { minLength: 20 }],
])('a generated password meets %s, and is never the same', (_, over) => {
  const rules = { ...DEFAULT_PASSWORD_RULES, ...over };
  const made = Array.from({ length: 50 }, () => generatePassword(rules));
  expect(made.map((password) => judgePassword(password, rules, { words: [] }))).toEqual(made.map(() => null));
  expect(new Set(made).size).toBe(made.length);
});
