import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('a password that everybody uses', () => {
  it.each([
    'password1234',
    'P@ssw0rd1234',
    'Bienvenido2026!',
    'Colombia.2026',
    'Contraseña123',
    'qwertyuiop12',
    'adminadmin12',
    '31/12/1984-01',
    'Auditoria 2026',
    'TeAmo-Diego-1990',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcd1234',
    'iloveyou2026',
    'Butterfly-1987',
    'ch0c0late!',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'una-clave-larga-2026',
    'caballo grapa correcta',
    'tres tristes tigres',
    'pW9!kd02mXq4',
    'el auditor llega tarde',
    'ñandú que vuela',
  ])('is not %s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
