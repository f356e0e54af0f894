import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

const language = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';

/** What the rounds say at the terminal: Spanish unless the terminal is English, as all tools here. */
export const words: typeof es = language.toLowerCase().startsWith('en') ? en : es;

/** Puts values in the places of a text, as `{{count}}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
