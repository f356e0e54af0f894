import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

type Words = typeof es;
export type WordKey = Exclude<keyof Words, 'roles'> | `roles.${keyof Words['roles']}`;

/** Spanish, unless the terminal's language is English. */
export function terminalLanguage(): 'es' | 'en' {
  const language = process.env['LC_ALL'] ?? process.env['LC_MESSAGES'] ?? process.env['LANG'] ?? '';
  return language.toLowerCase().startsWith('en') ? 'en' : 'es';
}

/** A line for the person at the terminal, in their language. */
export function words(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  const catalogue: Words = terminalLanguage() === 'en' ? en : es;
  return textOf(catalogue, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

function textOf(catalogue: Words, key: WordKey): string {
  for (const role of Object.keys(catalogue.roles) as (keyof Words['roles'])[]) {
    if (key === `roles.${role}`) return catalogue.roles[role];
  }
  return catalogue[key as Exclude<keyof Words, 'roles'>];
}
