import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

let folder;
beforeEach(() => {
  // Inside the clone, whose vitest it uses; the folder's name excludes it from every project.
  folder = mkdtempSync(join(root, 'node_modules/.cotejo-count-'));
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function count(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const countFile = join(folder, 'count.json');
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  await new Promise((done) => {
    execFile(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        folder,
        '--exclude',
        'none',
        `--reporter=${join(root, 'tools/count-reporter.mjs')}`,
      ],
      { env: { ...Object.fromEntries(inherited), TEST_COUNT_FILE: countFile } },
      done,
    );
  });
  return JSON.parse(readFileSync(countFile, 'utf8'));
}

const test = (...bodies) =>
  `import { expect, it } from 'vitest';\n${bodies.map((body, n) => `it('t${n}', () => { ${body} });`).join('\n')}`;
const good = 'expect(1).toBe(1);';

describe('the count of a test run', () => {
  it('adds up files', async () => {
    const files = { 'a.test.mjs': test(good, good), 'b.test.mjs': test(good, 'expect(1).toBe(2);') };
    expect(await count(files)).toEqual({ passed: 3, failed: 1 });
  });

  it.each([
    ['a file that cannot be loaded', { 'b.test.mjs': `import './nowhere.mjs';` }],
    ['a file without tests', { 'b.test.mjs': 'export {};' }],
    ['a skipped test', { 'b.test.mjs': `import { it } from 'vitest';\nit.skip('later', () => {});` }],
    [
      'a failing preparation',
      {
        'b.test.mjs': `${test(good)}\nimport { beforeAll } from 'vitest';\nbeforeAll(() => { throw new Error('no'); });`,
      },
    ],
    ['a rejection that nobody awaited', { 'b.test.mjs': test(`Promise.reject(new Error('lost')); ${good}`) }],
  ])('does not let pass %s', async (_, files) => {
    const { failed } = await count({ 'a.test.mjs': test(good), ...files });
    expect(failed).toBeGreaterThan(0);
  });
});
