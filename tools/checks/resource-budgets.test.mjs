import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { root } from '../workspace/say.mjs';

/** Pattern of exported limits; see the page. */
const LIMIT =
  /^export const ((?:MAX|MOST|LEAST)_[A-Z0-9_]+|[A-Z0-9_]+_(?:AT_MOST|LIMITS|MIN_LENGTH|MAX_LENGTH))\b/gm;
const PAGE = 'docs/resource-budgets.md';
const COLUMNS = 7;
/** Factors of each unit; limits in milliseconds and in seconds may both be documented in seconds. */
const UNITS = {
  '': [1],
  B: [1],
  KB: [1024],
  MB: [1024 ** 2, 1],
  GB: [1024 ** 3],
  ms: [1],
  s: [1, 1_000],
  min: [1, 60, 60_000],
  h: [1, 3_600, 3_600_000],
  d: [1, 86_400, 86_400_000],
  '%': [1, 0.01],
};

/** Constants shared by packages. */
const SHARED = 'const KILOBYTE = 1024;\nconst MEGABYTE = 1024 ** 2;\nconst GIGABYTE = 1024 ** 3;';

const bare = (text) => text.replaceAll('`', '').trim();
const read = (path) => readFileSync(join(root, path), 'utf8');
const isThere = (path) => existsSync(join(root, path));

/** Rows of all tables of a page, without the header rows. */
export function readRows(page) {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| limit |'))
    .map((line) => line.slice(1, line.lastIndexOf('|')).split(' | ').map(bare))
    .map((cells) => {
      const [limit, per, constant = '', value = '', where = '', sees, test = ''] = cells;
      const [, name = '', file = ''] = /^([\w.]+) \(([^)\s]+)\)$/.exec(constant) ?? [];
      const [testFile = '', title = ''] = test.split(' :: ');
      return {
        cells,
        limit,
        per,
        constant: { name, file },
        value,
        where,
        sees,
        test: { file: testFile, title },
      };
    });
}

/** Source text of a named value: a constant, a member of one, or the default of a setting. */
function expressionOf(source, name) {
  const [object, member] = name.split('.');
  if (member !== undefined) {
    const at = new RegExp(`const ${object}\\b[^=]*=\\s*\\{([^}]*)\\}`).exec(source);
    return new RegExp(`\\b${member}:\\s*([^,\\n]+)`).exec(at?.[1] ?? '')?.[1];
  }
  const constant = new RegExp(`const ${name}\\b(?::[^=]+)?\\s*=\\s*([^;]+);`).exec(source);
  if (constant) return constant[1];
  return new RegExp(`^\\s*${name}: .*\\.default\\(([^)]+)\\)`, 'm').exec(source)?.[1];
}

/** Numeric value of an expression of numbers and constants of its file, or of the files that it imports. */
export function evaluate(source, name, others = []) {
  const expression = expressionOf(source, name);
  if (expression === undefined) return NaN;
  const numbers = expression.replaceAll(/\b[A-Za-z_$][\w$.]*/g, (word) => {
    const own = [source, ...others].find((text) => expressionOf(text, word) !== undefined);
    return own === undefined || word === name ? 'NaN' : String(evaluate(own, word, others));
  });
  if (!/^[\d_\s.*+\-/()]+$/.test(numbers)) return NaN;
  return Number(runInNewContext(numbers));
}

function valueInCode({ name, file }) {
  const source = read(file);
  const folder = file.slice(0, file.lastIndexOf('/'));
  const imported = [...source.matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => join(folder, path))
    .filter(isThere);
  return evaluate(source, name, [...imported.map(read), SHARED]);
}

/** Whether a cell such as `256 KB` states the number. */
export function says(value, number) {
  const [, digits = '', unit = ''] = /^([\d.,]+)\s*(\S*)/.exec(value) ?? [];
  const told = Number(digits.replaceAll(',', ''));
  return (UNITS[unit] ?? [1]).some((factor) => Math.abs(told * factor - number) < 1e-9);
}

function* sourcesUnder(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'i18n', 'testing', 'simulation'].includes(entry.name))
        yield* sourcesUnder(path);
    } else if (/\.tsx?$/.test(entry.name) && !/\.(test|fixture)\./.test(entry.name)) yield path;
  }
}

const rows = readRows(read(PAGE));

describe('the page of resource budgets', () => {
  it('has whole rows', () => {
    expect(rows.length).toBeGreaterThan(40);
    const broken = rows.filter(
      ({ cells, constant, test }) =>
        cells.length !== COLUMNS || cells.includes('') || !constant.name || !test.title,
    );
    expect(broken.map(({ cells }) => cells.join(' | '))).toEqual([]);
  });

  it('names files that are there', () => {
    const paths = rows.flatMap(({ constant, where, test }) => [
      constant.file,
      test.file,
      ...(where.match(/\b(?:apps|libs|tools|deploy)\/[\w./-]+\.\w+/g) ?? []),
    ]);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('says the values of the code', () => {
    const wrong = rows
      .map(({ constant, value }) => ({ name: constant.name, value, code: valueInCode(constant) }))
      .filter(({ value, code }) => !says(value, code));
    expect(wrong).toEqual([]);
  });

  it('quotes tests that are there', () => {
    const missing = rows.filter(({ test }) => !read(test.file).includes(test.title));
    expect(missing.map(({ test }) => `${test.file} :: ${test.title}`)).toEqual([]);
  });

  it('leaves out no limit that a package exports', () => {
    const told = new Set(rows.map(({ constant: { name, file } }) => `${name.split('.')[0]} ${file}`));
    const exported = ['apps/server/src', 'libs'].flatMap((folder) =>
      [...sourcesUnder(folder)].flatMap((path) =>
        [...read(path).matchAll(LIMIT)].map(([, name]) => `${name} ${path}`),
      ),
    );
    expect(exported.length).toBeGreaterThan(20);
    expect(exported.filter((one) => !told.has(one))).toEqual([]);
  });
});

describe('a value', () => {
  it.each([
    ['const A = 256 * 1024;', 'A', '256 KB'],
    ['const A = 4 * 1_048_576;', 'A', '4 MB'],
    ['const B = 3;\nexport const A = B * 1_000;', 'A', '3 s'],
    ['export const A = { one: 5, other: 60_000 } as const;', 'A.other', '1 min'],
    ['  A_SETTING: z.coerce.number().int().default(20_000),', 'A_SETTING', '20000'],
  ])('of %s is read', (source, name, value) => {
    expect(says(value, evaluate(source, name))).toBe(true);
  });

  it.each([
    ['const A = 256 * 1024;', 'A', '256'],
    ['const A = 5;', 'A', '6'],
    ['const A = readIt();', 'A', '5'],
    ['', 'A', '5'],
  ])('of %s is no other', (source, name, value) => {
    expect(says(value, evaluate(source, name))).toBe(false);
  });
});
