import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ namespace: string, folder: string, es: Map<string, string>, en: Map<string, string> }} Catalogue
 */

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Plural forms count as one text: `items_one` and `items_other` are `items`. */
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
 * Folders of texts: each library's `src/i18n`, that of a subfolder whose texts are loaded separately
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

/** All catalogues of the workspace, and a problem for each missing language. */
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

/** Texts with their placeholders; plural forms are merged. */
function groups(texts) {
  const result = new Map();
  for (const [key, text] of texts) {
    const held = result.get(baseKey(key)) ?? new Set();
    for (const name of placeholders(text)) held.add(name);
    result.set(baseKey(key), held);
  }
  return result;
}

/** Differences between the two languages: missing keys, different placeholders, texts empty in one language only. */
export function compareLanguages({ folder, es, en }) {
  const problems = [];
  const [inEs, inEn] = [groups(es), groups(en)];
  for (const key of inEs.keys()) if (!inEn.has(key)) problems.push(`${folder}/en.json: "${key}" is missing`);
  for (const key of inEn.keys()) if (!inEs.has(key)) problems.push(`${folder}/es.json: "${key}" is missing`);
  for (const [key, names] of inEs) {
    const others = inEn.get(key);
    if (!others) continue;
    const odd = [...names, ...others].filter((name) => !(names.has(name) && others.has(name)));
    // A plural form may spell out "one" instead of using the count.
    const real = odd.filter((name) => name !== 'count');
    if (real.length > 0) problems.push(`${folder}: "${key}" holds ${real.join(', ')} in one language only`);
  }
  // A text empty in both languages is intended: that state shows no text.
  for (const [key, text] of es) {
    const other = en.get(key);
    if (other !== undefined && (text.trim() === '') !== (other.trim() === '')) {
      problems.push(`${folder}: "${key}" is empty in one language only`);
    }
  }
  return problems;
}
