import { expect, it } from 'vitest';
import { serverTexts } from './server-texts.ts';

const texts = serverTexts();
const told = {
  username: 'ana.gil',
  account: 'Cuenta',
  days: 7,
  link: 'https://cotejo.example/#token=secreto',
};

it('fills each hole once, whatever people are named', () => {
  const text = texts('mails.invitation.text', 'es', {
    ...told,
    name: '{{link}} $t(mails.terms) $& {{days}}',
  });
  expect(text).toMatch(/^Hola, \{\{link\}\} \$t\(mails\.terms\) \$& \{\{days\}\}:/);
  expect(text.split(told.link)).toHaveLength(2);
  expect(text).toContain('en los próximos 7 días');
});

it('speaks the language that is asked for, and Spanish where none is', () => {
  const [es, en] = [null, 'en' as const].map((language) => texts('mails.invitation.text', language, told));
  expect([es, en]).toEqual([expect.stringContaining('Hola'), expect.stringContaining('Hello')]);
});
