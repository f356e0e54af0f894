import { DEFAULT_PASSWORD_RULES, LONGEST_PASSWORD, type PasswordRules } from '@cotejo/access-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReused, judgePassword, lengthOf, missingOf } from './judge-password.ts';

const nobody = { words: [] };
const rules = (over: Partial<PasswordRules> = {}): PasswordRules => ({ ...DEFAULT_PASSWORD_RULES, ...over });

describe('the length of a password', () => {
  it.each<[string, Partial<PasswordRules>, string | null]>([
    ['once-letras', {}, 'password_length'],
    ['doce-letras.', {}, null],
    ['siete-7', { minLength: 6 }, 'password_length'],
    ['ocho-ocho', { minLength: 6 }, null],
    ['ocho-8os', { minLength: 8 }, null],
    ['diecinueve-letras-1', { minLength: 20 }, 'password_length'],
    ['x7'.repeat(64), {}, null],
    [`${'x7'.repeat(64)}x`, {}, 'password_length'],
    ['🔒🔑🚪🧱🪟🗄🗝', { minLength: 8 }, 'password_length'],
    ['🔒🔑🚪🧱🪟🗄🗝🧲', { minLength: 8 }, null],
    // One sign that NFKC expands to eighteen letters, and ligatures that become two each.
    ['\uFDFA', {}, 'password_length'],
    ['ﬁﬂﬀﬁﬂﬀ', {}, 'password_length'],
    ['clave\u200B\u200C\u200D\u2060\u{E0041}\u00AD\uFEFF', {}, 'password_length'],
    ['a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030A\u030B', {}, 'password_length'],
    ['\uFDFA'.repeat(12), {}, 'password_length'],
    ['می\u200Cخواهم که باز', {}, null],
  ])('%s under %j: %s', (password, over, code) => {
    expect(judgePassword(password, rules(over), nobody)?.code ?? null).toBe(code);
  });

  it('is counted in what a person types, whichever way the accents came', () => {
    expect(lengthOf('canción')).toBe(7);
    expect(lengthOf('cancio\u0301n')).toBe(7);
  });

  it('is all that is asked for where nothing else is', () => {
    const usual = fc.string({ minLength: 12, maxLength: 40, unit: 'grapheme' });
    fc.assert(
      fc.property(usual, (password) => {
        const fault = judgePassword(password, rules(), nobody);
        const length = lengthOf(password);
        const fits = length >= 12 && length <= LONGEST_PASSWORD;
        expect(fault === null || fault.code === 'password_guessable').toBe(fits);
      }),
    );
  });
});

describe('composition, where the account asks for it', () => {
  const all = rules({ uppercase: true, lowercase: true, number: true, special: true });

  it.each([
    ['', ['uppercase', 'lowercase', 'number', 'special']],
    ['ÁRBOL', ['lowercase', 'number', 'special']],
    ['árbol', ['uppercase', 'number', 'special']],
    ['Árbol 7', ['special']],
    ['Árbol-7', []],
  ])('%s lacks %j', (text, lacks) => {
    expect(missingOf(text, all)).toEqual(lacks);
  });

  it.each(['ñ', 'ﬁ', 'a', '7', ' ', '\u200B'])(
    'has no letter for a special character, though %j is listed',
    (one) => {
      const listed = rules({ special: true, specialCharacters: `${one}#` });
      expect(missingOf(`clave ${one} larga`, listed)).toEqual(['special']);
      expect(missingOf(`clave ${one} larga#`, listed)).toEqual([]);
      const letters = rules({ special: true, specialCharacters: one });
      expect([missingOf(`clave ${one} larga`, letters), missingOf('clave-larga', letters)]).toEqual([
        ['special'],
        [],
      ]);
    },
  );

  it('takes a listed sign in another width', () => {
    expect(missingOf('clave！', rules({ special: true, specialCharacters: '!' }))).toEqual([]);
    expect(missingOf('clave´', rules({ special: true, specialCharacters: '´' }))).toEqual([]);
  });

  it('counts the listed special characters alone', () => {
    const listed = rules({ special: true, specialCharacters: '#$' });
    expect(judgePassword('una-clave-larga', listed, nobody)).toEqual({
      code: 'password_composition',
      lacks: ['special'],
    });
    expect(judgePassword('una#clave#larga', listed, nobody)).toBeNull();
  });
});

describe('what anybody would guess', () => {
  const ana = { words: ['ana.gonzalez', 'Ana', 'González', 'Frailejón Alimentos S.A.S.', 'Cotejo'] };

  it.each<[string, string | null]>([
    ['aaaaaaaaaaaaaa', 'password_guessable'],
    ['a\u200Baaaaaaa\u2060aaaaaa', 'password_guessable'],
    ['аna.gоnzаlеz1', 'password_guessable'],
    ['g\u200Bon\u200Dzalez-ana1', 'password_guessable'],
    ['abcdefghijklmn', 'password_guessable'],
    ['987654321098', null],
    ['zyxwvutsrqponm', 'password_guessable'],
    ['Gonzalez2026', 'password_guessable'],
    ['GONZÁLEZ-frailejon', 'password_guessable'],
    ['cotejocotejo1', 'password_guessable'],
    ['G0nz4l3z2026!', 'password_guessable'],
    ['AnaGonzalez-99', 'password_guessable'],
    ['ana.gonzalez.ana', 'password_guessable'],
    ['Gonzalez-Bogota-1', 'password_guessable'],
    ['frailejon bogota', 'password_guessable'],
    ['gonzalez-come-peras', null],
    ['bogota-come-peras', null],
    ['caballo-grapa-pila', null],
  ])('%s: %s', (password, code) => {
    const isCommon = (text: string) => /^\W*bogota[\W\d]*$/.test(text);
    expect(judgePassword(password, rules(), { ...ana, isCommon })?.code ?? null).toBe(code);
  });

  it('is a short name and surname written as one, too', () => {
    const gil = { words: ['ana.gil', 'Ana', 'Gil'] };
    expect(judgePassword('AnaGil-2026!', rules(), gil)?.code).toBe('password_guessable');
    expect(judgePassword('la-gila-canta-2026', rules(), gil)).toBeNull();
  });

  it('is what stands on the list', () => {
    const isCommon = (password: string) => password === 'contraseña123';
    expect(judgePassword('contraseña123', rules(), { words: [], isCommon })).toEqual({
      code: 'password_guessable',
    });
  });
});

describe('using a password again', () => {
  const hashes = ['h1', 'h2', 'h3', 'h4'];

  it.each([
    ['the present one', 'h1', 3, true],
    ['one of the last three', 'h3', 3, true],
    ['an older one', 'h4', 3, false],
    ['where any may be used', 'h1', 0, false],
  ])('%s', async (_, again, history, expected) => {
    const asked: string[] = [];
    const matches = async (hash: string) => (asked.push(hash), hash === again);
    expect(await isReused(hashes, { history }, matches)).toBe(expected);
    expect(asked.length).toBeLessThanOrEqual(history);
  });
});
