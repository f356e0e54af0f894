import { DEFAULT_PASSWORD_RULES } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { passwordFault, rulesKept } from './new-password.tsx';

const strict = { ...DEFAULT_PASSWORD_RULES, minLength: 8, uppercase: true, number: true };
const same = (password: string) => ({ password, confirmation: password });

describe('a new password in a form', () => {
  it('shows only the rules that the account asks for', () => {
    expect(rulesKept('', DEFAULT_PASSWORD_RULES).map(({ rule }) => rule)).toEqual(['length']);
    expect(rulesKept('', strict).map(({ rule }) => rule)).toEqual(['length', 'uppercase', 'number']);
  });

  it('ticks each off by itself', () => {
    expect(rulesKept('Aguacero', strict).filter(({ kept }) => !kept)).toEqual([
      { rule: 'number', kept: false },
    ]);
  });

  it.each([
    ['too short', same('Cerro7'), 'rules'],
    ['lacks a number', same('Aguacero-verde'), 'rules'],
    ['too long', same(`Aa1${'x'.repeat(126)}`), 'rules'],
    ['not repeated alike', { password: 'Aguacero-7', confirmation: 'Aguacero-8' }, 'differ'],
    ['good', same('Aguacero-7'), null],
  ])('%s', (_, value, fault) => expect(passwordFault(value, strict)).toBe(fault));
});
