import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

type Words = typeof es;
const language = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';

/** Texts of the benches: Spanish unless the terminal's language is English, as in all tools. */
export const words: Words = language.toLowerCase().startsWith('en') ? en : es;

/** Replaces placeholders such as `{{count}}` by values. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
