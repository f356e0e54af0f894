import { describe, expect, it } from 'vitest';
import { loginBody } from './calls-of-sign-in.ts';

describe('credentials', () => {
  it('are taken without the blanks around the names', () => {
    expect(loginBody.parse({ username: ' ana.gil ', password: ' a b ' })).toEqual({
      username: 'ana.gil',
      password: ' a b ',
      pkg: 'audit',
    });
  });

  it.each([
    ['user name', { username: 'ana\u0000gil' }],
    ['account', { account: 'Firma\u0000' }],
    ['package', { pkg: 'audit\u0000' }],
  ])('with U+0000 in the %s are refused before a database sees them', (_, change) => {
    expect(loginBody.safeParse({ username: 'ana.gil', password: 'x', ...change }).success).toBe(false);
  });
});
