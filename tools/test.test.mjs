import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runVitest, testFile as test, testFolder } from './run-vitest.fixture.mjs';

let place;
beforeEach(() => {
  place = testFolder();
});
afterEach(() => place.remove());

async function count(files) {
  const countFile = join(place.folder, 'count.json');
  await runVitest(place.folder, {
    files,
    reporter: 'count-reporter.mjs',
    env: { TEST_COUNT_FILE: countFile },
  });
  return JSON.parse(readFileSync(countFile, 'utf8'));
}

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
