import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ namespace: string, folder: string, es: Map<string, string>, en: Map<string, string> }} Catalogue
 */

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** `items_one` and `items_other` are one text, `items`. */
export const baseKey = (key) => key.replace(PLURAL, '');

function flatten(value, prefix = '', into = new Map()) {
  for (const [name, inner] of Object.entries(value)) {
    const key = prefix ? `${prefix}.${name}` : name;
    if (typeof inner === 'object' && inner !== null) flatten(inner, key, into);
    else into.set(key, String(inner));
  }
  return into;
}

/**
 * Where texts live: each library's `src/i18n`, that of a folder within whose texts come apart from the others
 * (`src/<folder>/i18n`), the two apps', and the scripts' own.
 */
function catalogueFolders(root) {
  const below = (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []);
  const libs = below('libs').flatMap((context) =>
    below(`libs/${context}`).flatMap((layer) => {
      const namespace = context === 'platform' ? layer : `${context}-${layer}`;
      const owner = `libs/${context}/${layer}`;
      const parts = below(`${owner}/src`).filter((part) =>
        existsSync(join(root, owner, 'src', part, 'i18n')),
      );
      return [
        { namespace, owner, folder: `${owner}/src/i18n` },
        ...parts.map((part) => ({
          namespace: `${namespace}-${part}`,
          owner: `${owner}/src/${part}`,
          folder: `${owner}/src/${part}/i18n`,
        })),
      ];
    }),
  );
  const apps = below('apps').map((app) => ({
    namespace: app,
    owner: `apps/${app}`,
    folder: `apps/${app}/src/i18n`,
  }));
  return [...libs, ...apps, { namespace: 'tools', owner: 'tools', folder: 'tools/i18n' }];
}

/** Every catalogue of the workspace, and a problem for each that lacks a language. */
export function readCatalogues(root) {
  const catalogues = [];
  const problems = [];
  for (const { namespace, owner, folder } of catalogueFolders(root)) {
    if (!existsSync(join(root, folder))) continue;
    const read = (language) => {
      const file = join(root, folder, `${language}.json`);
      if (existsSync(file)) return flatten(JSON.parse(readFileSync(file, 'utf8')));
      problems.push(`${folder}: ${language}.json is missing`);
      return new Map();
    };
    catalogues.push({ namespace, owner, folder, es: read('es'), en: read('en') });
  }
  return { catalogues, problems };
}

/** `{{name, format}}` and the tags of rich texts: `</b>`, `<br/>`, `<1>`. */
const HELD = /\{\{-?\s*([\w.]+)|<\/(\w+)>|<(\w+)\s*\/>|<(\d+)>/g;
const placeholders = (text) =>
  [...text.matchAll(HELD)].map(([, name, ...tags]) => name ?? `<${tags.find((tag) => tag !== undefined)}>`);

/** Texts with what each may hold, the forms of a plural together. */
function groups(texts) {
  const result = new Map();
  for (const [key, text] of texts) {
    const held = result.get(baseKey(key)) ?? new Set();
    for (const name of placeholders(text)) held.add(name);
    result.set(baseKey(key), held);
  }
  return result;
}

/** Where the two languages differ in their keys, in what the texts hold, or where a text is empty. */
export function compareLanguages({ folder, es, en }) {
  const problems = [];
  const [inEs, inEn] = [groups(es), groups(en)];
  for (const key of inEs.keys()) if (!inEn.has(key)) problems.push(`${folder}/en.json: "${key}" is missing`);
  for (const key of inEn.keys()) if (!inEs.has(key)) problems.push(`${folder}/es.json: "${key}" is missing`);
  for (const [key, names] of inEs) {
    const others = inEn.get(key);
    if (!others) continue;
    const odd = [...names, ...others].filter((name) => !(names.has(name) && others.has(name)));
    // A form of the plural may say "one" in words.
    const real = odd.filter((name) => name !== 'count');
    if (real.length > 0) problems.push(`${folder}: "${key}" holds ${real.join(', ')} in one language only`);
  }
  // Empty in both is meant: that state shows no words.
  for (const [key, text] of es) {
    const other = en.get(key);
    if (other !== undefined && (text.trim() === '') !== (other.trim() === '')) {
      problems.push(`${folder}: "${key}" is empty in one language only`);
    }
  }
  return problems;
}
