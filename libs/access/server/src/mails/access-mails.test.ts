import { readdirSync } from 'node:fs';
import { supportedLanguages } from '@cotejo/i18n';
import { composeMail, type MailTemplate } from '@cotejo/mail';
import { describe, expect, it } from 'vitest';
import { accessMails } from './access-mails.ts';

const templates: readonly MailTemplate[] = Object.values(accessMails);
const person = { name: 'Ana', username: 'ana.gil', account: 'Cuenta' };

describe('mails about access', () => {
  it('are all the files of this folder', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
    expect(templates.map(({ kind }) => `${kind.replaceAll('_', '-')}.json`).toSorted()).toEqual(
      files.toSorted(),
    );
  });

  it.each(templates.map((template) => [template.kind, template] as const))('%s is whole', (_, template) => {
    const told = { ...person, ...Object.fromEntries(template.values.map((name) => [name, `<${name}>`])) };
    const [es, en] = supportedLanguages.map((language) => composeMail(template, language, told));
    expect(es?.text).toMatch(/^Hola, Ana:\n\n/);
    expect(en?.text).toMatch(/^Hello Ana,\n\n/);
    for (const mail of [es, en]) {
      expect(mail?.subject).toMatch(/\S/);
      expect(mail?.text).not.toMatch(/\{\{|\}\}/);
      for (const name of template.values) expect(mail?.text).toContain(`<${name}>`);
    }
  });
});
