import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refuse, root as clone, t } from '../workspace/say.mjs';

/**
 * `npm run docs`: checks that every path and command named in README.md and docs/ exists, since a wrong document is
 * worse than none.
 */

/** Paths created by a run, hence absent from a fresh clone. */
const MADE = /^(\.data|node_modules|dist|\.nx)(\/|$)|\/dist(\/|$)/;
const BUILT_IN = new Set(['ci', 'install', 'run', 'exec', 'init']);

function* markdownUnder(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isDirectory()) for (const name of readdirSync(path)) yield* markdownUnder(join(path, name));
  else if (info && path.endsWith('.md')) yield path;
}

/** Code (inline or fenced) and link targets, each with its line number. */
function readMarkdown(text) {
  const code = [];
  const links = [];
  let fenced = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      code.push({ text: line, line: index + 1 });
      continue;
    }
    for (const [, span] of line.matchAll(/`([^`]+)`/g)) code.push({ text: span, line: index + 1 });
    for (const [, target] of line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      links.push({ text: target, line: index + 1 });
    }
  }
  return { code, links };
}

/** Whether a path exists; `*` and `<name>` match any one name in their folder. */
function exists(base, path) {
  const [first, ...rest] = path.split('/').filter((part) => part !== '' && part !== '.');
  if (first === undefined) return true;
  if (!/[*<{]/.test(first)) {
    const next = join(base, first);
    return existsSync(next) && (rest.length === 0 || exists(next, rest.join('/')));
  }
  // <context>, *.test.ts, {es,en}.json
  const pattern = new RegExp(
    `^${first
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\*+|<[^>]*>/g, '.+')
      .replace(/\{([^}]*)\}/g, (_, names) => `(${names.replaceAll(',', '|')})`)}$`,
  );
  if (!statSync(base, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(base)
    .filter((name) => pattern.test(name) && name !== 'node_modules')
    .some((name) => rest.length === 0 || exists(join(base, name), rest.join('/')));
}

/** @returns {{ problems: string[], files: number, paths: number, commands: number }} */
export function checkDocs(root) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const topLevel = new Set(readdirSync(root));
  const found = { problems: [], files: 0, paths: 0, commands: 0 };

  for (const file of [...markdownUnder(join(root, 'README.md')), ...markdownUnder(join(root, 'docs'))]) {
    found.files += 1;
    const { code, links } = readMarkdown(readFileSync(file, 'utf8'));
    const report = (line, what) => found.problems.push(`${relative(root, file)}:${line}: ${what}`);

    for (const { text, line } of links) {
      if (/^([a-z]+:|#)/.test(text)) continue;
      found.paths += 1;
      const target = join(dirname(file), decodeURI(text.replace(/#.*$/, '')));
      if (!existsSync(target)) report(line, `leads nowhere: ${text}`);
    }
    for (const { text, line } of code) {
      for (const [, verb, script] of text.matchAll(/\bnpm (?!--)([\w-]+)(?: ([\w:-]+))?/g)) {
        found.commands += 1;
        const name = verb === 'run' ? script : verb;
        if (!BUILT_IN.has(name) && !(name in scripts))
          report(line, `no such command: npm ${verb === 'run' ? 'run ' : ''}${name}`);
      }
      for (const word of text.split(/[\s"'=(),;:]+/)) {
        const path = word.replace(/^\.\//, '').replace(/\/$/, '');
        const [first] = path.split('/');
        // A word counts as a path if it starts with an entry of the root and contains a slash or a dot.
        const isPath =
          (topLevel.has(first) || /^(apps|libs|docs|tools|deploy|e2e|\.ci)$/.test(first)) &&
          /[/.]/.test(word);
        if (!isPath || MADE.test(path)) continue;
        found.paths += 1;
        if (!exists(root, path)) report(line, `no such path: ${path}`);
      }
    }
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { problems, ...found } = checkDocs(clone);
  if (problems.length > 0) refuse(problems.join('\n'));
  process.stdout.write(`${t('checks.docs_ok', found)}\n`);
}
