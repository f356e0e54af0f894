import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../workspace/say.mjs';

/** Requirements of levels 1 and 2 of ASVS 5.0.0, by section: their number, and which begin at level 2. */
const LEVELS = {
  2.1: [1, 2, 2],
  2.2: [1, 1, 2],
  2.3: [1, 2, 2, 2],
  2.4: [2],
  3.2: [1, 1],
  3.3: [1, 2, 2, 2],
  3.4: [1, 1, 2, 2, 2, 2],
  3.5: [1, 1, 1, 2, 2],
  3.7: [2, 2],
  4.1: [1, 2, 2],
  4.2: [2],
  4.3: [2, 2],
  4.4: [1, 2, 2, 2],
  5.1: [2],
  5.2: [1, 1, 2],
  5.3: [1, 1],
  5.4: [2, 2, 2],
  6.1: [1, 2, 2],
  6.2: [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2],
  6.3: [1, 1, 2, 2],
  6.4: [1, 1, 2, 2],
  6.5: [2, 2, 2, 2, 2],
  6.6: [2, 2, 2],
  6.8: [2, 2, 2, 2],
  7.1: [2, 2, 2],
  7.2: [1, 1, 1, 1],
  7.3: [2, 2],
  7.4: [1, 1, 2, 2, 2],
  7.5: [2, 2],
  7.6: [2, 2],
  8.1: [1, 2],
  8.2: [1, 1, 2],
  8.3: [1],
  8.4: [2],
  10.1: [2, 2],
  10.2: [2, 2],
  10.5: [2, 2, 2, 2, 2],
};
const ASKED = Object.entries(LEVELS)
  .flatMap(([section, levels]) => levels.map((level, index) => `${section}.${index + 1} L${level}`))
  .sort();

const page = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8');
const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \| [12] \|/.test(line))
  .map((line) => {
    const [number, level, , state, where, test] = cellsOf(line);
    return { number, level, state, where, test };
  });
const pathsOf = (cell) =>
  [...cell.matchAll(/`((?:apps|libs|tools|e2e)\/[^`]+\.[a-z]+)`/g)].map(([, path]) => path);
const section = (title) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

describe('the page of OWASP ASVS', () => {
  it('names every requirement of levels 1 and 2 of its chapters, each once', () => {
    expect(rows.map(({ number, level }) => `${number} L${level}`).sort()).toEqual(ASKED);
  });

  it('counts what its tables say', () => {
    const told = [...page.matchAll(/^\| V(\d+) [^|]+\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)];
    const counted = [...new Set(rows.map(({ number }) => number.split('.')[0]))].map((chapter) => {
      const here = rows.filter(({ number }) => number.startsWith(`${chapter}.`));
      const of = (state) => here.filter((row) => row.state === state).length;
      return [Number(chapter), here.length, of('met'), of('partly'), of('not'), of('none')];
    });
    expect(told.map(([, ...figures]) => figures.map(Number))).toEqual(counted);
  });

  it('explains what is not wholly met, and nothing else', () => {
    const explained = [...section('Deviations').matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, one]) => one);
    const gaps = rows.filter(({ state }) => state === 'partly' || state === 'not');
    expect(explained).toEqual(gaps.map(({ number }) => number));
  });

  it('says of what is met where it is, and by which test', () => {
    const isSaid = (where) => pathsOf(where).length > 0 || where.startsWith('[');
    const bare = rows.filter(
      ({ state, where, test }) =>
        (state === 'met' || state === 'partly') && !(isSaid(where) && pathsOf(test).length > 0),
    );
    expect(bare).toEqual([]);
  });

  it('quotes tests that are there', () => {
    const missing = rows.flatMap(({ number, test }) => {
      const texts = pathsOf(test).map((path) => readFileSync(join(root, path), 'utf8'));
      const quotes = [...test.matchAll(/“([^”]+)”/g)].map(([, words]) => words);
      return quotes
        .filter((words) => !texts.some((text) => text.includes(words)))
        .map((words) => [number, words]);
    });
    expect(missing).toEqual([]);
  });

  it('has the sections that it points to', () => {
    const slugs = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(slugs).toContain(anchor);
  });
});

/** The product's sources below a folder, without tests. */
function* sourcesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'i18n'].includes(entry.name)) yield* sourcesUnder(path);
    } else if (/\.tsx?$/.test(entry.name) && !/\.(test|fixture)\./.test(entry.name)) yield path;
  }
}

describe('nowhere in the product', () => {
  const sources = ['apps', 'libs'].flatMap((folder) => [...sourcesUnder(join(root, folder))]);
  const texts = sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const holding = (pattern) => texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  it.each([
    [
      'no page writes HTML by itself',
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/,
    ],
    ['no page listens to other windows', /addEventListener\(\s*['"]message['"]|window\.onmessage/],
    ['no answer is shared with pages from elsewhere', /enableCors|access-control-allow|\bcors\s*:/i],
    ['no text is run as code', /\beval\(|new Function\(/],
  ])('%s', (_, pattern) => {
    expect(texts.length).toBeGreaterThan(500);
    expect(holding(pattern)).toEqual([]);
  });
});
