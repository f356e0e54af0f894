import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Must run on an old Node, too, which has to print that it is too old. */
const here = dirname(fileURLToPath(import.meta.url));

/** Root of the clone. */
export const root = join(here, '../..');

function language() {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return (LC_ALL || LC_MESSAGES || LANG || '').toLowerCase().startsWith('en') ? 'en' : 'es';
}

const catalogue = JSON.parse(readFileSync(join(here, `../i18n/${language()}.json`), 'utf8'));

/**
 * Text of `tools/i18n` for the terminal, Spanish unless its language is English.
 * @param {string} key such as `install.starting`
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = key.split('.').reduce((part, name) => part[name], catalogue);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
}

/** Prints the reason for refusing, and exits with code 1. */
export function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

export const secondsSince = (start) => ((Date.now() - start) / 1000).toFixed(1);
