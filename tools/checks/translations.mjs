import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refuse, root as clone, t } from '../workspace/say.mjs';
import { findTextUses } from './find-text-uses.mjs';
import { baseKey, compareLanguages, readCatalogues } from './read-catalogues.mjs';

/**
 * `npm run translations`: checks that every text used in code exists in Spanish and English, that each text is used,
 * that both languages have equal placeholders, and that no text is hard-coded.
 */

const notChecked = /(^|\/)(node_modules|dist|coverage|i18n\/(es|en)\.json)$|\.(test|e2e|fixture|d)\.\w+$/;

function* sourcesUnder(path) {
  if (notChecked.test(path)) return;
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isDirectory()) for (const name of readdirSync(path)) yield* sourcesUnder(join(path, name));
  else if (info && /\.(ts|tsx|mjs)$/.test(path)) yield path;
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const toRegExp = (pattern) => new RegExp(`^${pattern.split('*').map(escape).join('.+')}$`);

/** Keys of a catalogue as code may request them, including their parent branches (`returnObjects`). */
function askable({ es }) {
  const keys = new Set();
  for (const key of es.keys()) {
    keys.add(key);
    const parts = baseKey(key).split('.');
    for (let end = 1; end <= parts.length; end += 1) keys.add(parts.slice(0, end).join('.'));
  }
  return [...keys];
}

/** Keys nested in a text, `$t(namespace:branch.{{value}})`, with `*` for placeholders. */
const nestedIn = (text) =>
  [...String(text).matchAll(/\$t\(([^,)]+)/g)].map(([, key]) => key.trim().replace(/\{\{[^}]*\}\}/g, '*'));

/** @returns {{ problems: string[], count: number, namespaces: number }} */
export function checkTranslations(root) {
  const { catalogues, problems } = readCatalogues(root);
  for (const catalogue of catalogues) problems.push(...compareLanguages(catalogue));
  const keysOf = new Map(catalogues.map((catalogue) => [catalogue.namespace, askable(catalogue)]));
  const mentioned = new Set();

  for (const path of ['libs', 'apps', 'tools'].flatMap((folder) => [...sourcesUnder(join(root, folder))])) {
    const file = relative(root, path);
    const uses = findTextUses(file, readFileSync(path, 'utf8'));
    for (const text of uses.mentioned) mentioned.add(text);
    for (const { text, line } of uses.hardCoded)
      problems.push(`${file}:${line}: text in the code: "${text}"`);

    // The nearest catalogue: texts of a folder take precedence over those of its library.
    const own = catalogues.findLast(({ owner }) => file.startsWith(`${owner}/`))?.namespace;
    const near = uses.namespaces.size > 0 ? [...uses.namespaces] : own ? [own] : [...keysOf.keys()];
    for (const { key, line } of uses.asked) {
      const [namespace, rest] = key.includes(':') ? key.split(/:(.*)/s) : [null, key];
      const wanted = toRegExp(rest);
      const named = namespace ? [...keysOf.keys()].filter((name) => toRegExp(namespace).test(name)) : near;
      if (!named.some((name) => keysOf.get(name)?.some((known) => wanted.test(known)))) {
        problems.push(`${file}:${line}: no text "${key}" in ${namespace ?? near.join(', ')}`);
      }
    }
  }

  for (const { es } of catalogues)
    for (const text of es.values()) for (const key of nestedIn(text)) mentioned.add(key);
  problems.push(...findUnused(catalogues, mentioned));
  const count = catalogues.reduce((sum, { es }) => sum + es.size, 0);
  return { problems, count, namespaces: catalogues.length };
}

function findUnused(catalogues, mentioned) {
  const exact = new Set();
  const patterns = [];
  for (const text of mentioned) {
    if (!text.includes('*')) exact.add(text);
    // A computed key must contain at least its branch to count as a use.
    else if (/^([\w*-]+:)?[\w.*-]+$/.test(text) && /\w\./.test(text)) patterns.push(toRegExp(text));
  }
  return catalogues.flatMap(({ namespace, folder, es }) =>
    [...es.keys()]
      .filter((key) => {
        const names = [key, baseKey(key), `${namespace}:${key}`, `${namespace}:${baseKey(key)}`];
        return !names.some((name) => exact.has(name) || patterns.some((pattern) => pattern.test(name)));
      })
      .map((key) => `${folder}: nobody asks for "${key}"`),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { problems, ...found } = checkTranslations(clone);
  if (problems.length > 0) refuse(problems.join('\n'));
  process.stdout.write(`${t('checks.translations_ok', found)}\n`);
}
