import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './libs/platform/testing/src/patience-ms.ts';
import { ALONE, ALONE_ON_SCREEN, ALONE_WITH_DATABASE } from './tools/alone.ts';
import { LongestFirst } from './tools/longest-first.ts';

/**
 * Four kinds of test, told apart by their file name:
 * `*.test.ts` runs in node, `*.db.test.ts` on a real Postgres that the global setup starts once,
 * `*.test.tsx` and `*.dom.test.ts` in jsdom, and `e2e/*.e2e.ts` drives the built product in a real browser.
 * The `*.test.ts` of domains and contracts are a project of their own, `pure`: they know neither time nor chance
 * nor the outside.
 *
 * Files of one kind share a worker and what they import, because loading the product anew for each takes longer
 * than its tests: what a file touches it puts back. Who can't is in `tools/alone.ts`.
 */
const sources = ['libs/**/src', 'apps/**/src', 'tools'];
const within = (pattern: string) => sources.map((folder) => `${folder}/**/${pattern}`);
const never = ['**/node_modules/**', '**/dist/**'];
/** Ends what hangs. A property runs for seconds on a quiet machine, and for many times as long on a busy one. */
const LONG_MS = 240_000;
/** The same chance in every run, for kinds of test that draw by lot. */
const sameChance = ['libs/platform/testing/src/same-chance.ts'];
const screens = [...within('*.test.tsx'), ...within('*.dom.test.ts')];
const pure = ['domain', 'contracts'].map((layer) => `libs/*/${layer}/src/**/*.test.ts`);

export default defineConfig({
  root: import.meta.dirname,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    // One more than the cores that we count on: tests with a database wait half of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', fileURLToPath(new URL('tools/second-tries.mjs', import.meta.url))],
    setupFiles: ['libs/platform/testing/src/patience.ts'],
    execArgv: [
      '--import',
      new URL('libs/platform/testing/src/typescript-children.mjs', import.meta.url).href,
    ],
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: LONG_MS,
    hookTimeout: LONG_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          setupFiles: sameChance,
          include: pure,
          exclude: never,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: sameChance,
          include: within('*.test.{ts,mjs}'),
          exclude: [...within('*.db.test.ts'), ...within('*.dom.test.ts'), ...pure, ...ALONE, ...never],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          environment: 'node',
          include: ALONE,
          exclude: never,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          environment: 'node',
          setupFiles: sameChance,
          include: within('*.db.test.ts'),
          exclude: [...ALONE_WITH_DATABASE, ...never],
          isolate: false,
          globalSetup: ['libs/platform/testing/src/start-test-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database-alone',
          environment: 'node',
          setupFiles: sameChance,
          include: ALONE_WITH_DATABASE,
          exclude: never,
          isolate: true,
          globalSetup: ['libs/platform/testing/src/start-test-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: screens,
          exclude: [...ALONE_ON_SCREEN, ...never],
          isolate: false,
          setupFiles: ['libs/platform/testing/src/jsdom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens-alone',
          environment: 'jsdom',
          include: ALONE_ON_SCREEN,
          exclude: never,
          isolate: true,
          setupFiles: ['libs/platform/testing/src/jsdom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          exclude: never,
          isolate: false,
          globalSetup: ['libs/platform/testing/src/seed-once.ts'],
          // After the others: each file runs the whole product and a browser, which is enough for one core.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // A failed test runs once more by itself: the tests of a journey build on each other, but each checks its
          // own end. `tools/second-tries.mjs` lists these tests and fails the run when they are more than a few.
          retry: 1,
        },
      },
    ],
  },
});
