import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };

const language = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';

/** Texts of the report: Spanish unless the terminal's language is English, as in all tools. */
export const words: typeof es = language.toLowerCase().startsWith('en') ? en : es;
