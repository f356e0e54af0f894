import { describe, expect, it } from 'vitest';
import { composeMail, mailTemplates } from './mail-template.ts';

const words = {
  es: { subject: 'Invitación a {{account}}', text: ['Hola, {{name}}:', 'Abra {{link}} en {{days}} días.'] },
  en: { subject: 'Invitation', text: ['Hello {{name}},', 'Open {{link}} within {{days}} days.'] },
};
const person = { name: 'Ana', username: 'ana.gil', account: 'Cuenta' };
const told = { ...person, link: 'https://cotejo.example/#token=secreto', days: 7 };
const { invitation } = mailTemplates({ invitation: { words, values: ['link', 'days'] } });

describe('a mail', () => {
  it('speaks the language that is asked for, and Spanish where none is', () => {
    expect(composeMail(invitation, null, told)).toEqual({
      subject: 'Invitación a Cuenta',
      text: `Hola, Ana:\n\nAbra ${told.link} en 7 días.\n`,
    });
    expect(composeMail(invitation, 'en', told).text).toContain('Hello Ana');
  });

  it('fills each hole once, whatever people are named', () => {
    const name = '{{link}} $t(mails.terms) $& {{days}}';
    const { text } = composeMail(invitation, 'es', { ...told, name });
    expect(text).toMatch(/^Hola, \{\{link\}\} \$t\(mails\.terms\) \$& \{\{days\}\}:/);
    expect(text.split(told.link)).toHaveLength(2);
  });
});

describe('a template', () => {
  const { es, en } = words;
  it.each([
    ['a value that it does not say', { words, values: ['link'] }],
    ['fewer values than it says', { words, values: ['link', 'days', 'code'] }],
    [
      'other values in one language',
      { words: { es, en: { ...en, text: ['{{link}}'] } }, values: ['link', 'days'] },
    ],
  ])('that asks for %s is no template', (_, invitation) => {
    expect(() => mailTemplates({ invitation })).toThrow('the mail invitation asks');
  });
});
