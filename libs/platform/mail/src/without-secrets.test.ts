import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

describe('a mail as its log shows it', () => {
  it.each([
    ['Su código es 123456.', ['123456'], 'Su código es •••.'],
    [
      'Abra https://a.example/#t=xyz o copie xyz',
      ['xyz', 'https://a.example/#t=xyz'],
      'Abra ••• o copie •••',
    ],
    ['Nada que ocultar', [''], 'Nada que ocultar'],
  ])('%s', (text, secrets, shown) => {
    expect(withoutSecrets(text, secrets)).toBe(shown);
  });
});
