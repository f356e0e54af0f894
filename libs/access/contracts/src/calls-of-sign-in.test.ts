import { describe, expect, it } from 'vitest';
import { loginBody, personName } from './calls-of-sign-in.ts';

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

describe('the name of a person', () => {
  it.each(['Ana', "María José O'Connor-Peña", 'Łukasz', '李', 'Ana (suplente), 2.º turno', 'N/A'])(
    'may be %s',
    (name) => expect(personName.safeParse(name).success).toBe(true),
  );

  it.each([
    ['a link', 'Gane en https://premio.example ya'],
    ['a link without its protocol', 'Ana WWW.premio.example'],
    ['a hole of a text', '{{link}}'],
    ['a piece of a page', '<b>Ana</b>'],
    ['nothing', ' '],
  ])('is not %s, which mails would carry to others', (_, name) => {
    expect(personName.safeParse(name).success).toBe(false);
  });
});
