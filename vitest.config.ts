import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

/**
 * Four kinds of test, told apart by their file name:
 * `*.test.ts` runs in node, `*.db.test.ts` on a real Postgres that the global setup starts once,
 * `*.test.tsx` and `*.dom.test.ts` in jsdom, and `e2e/*.e2e.ts` drives the built product in a real browser.
 * The `*.test.ts` of domains and contracts are a project of their own, `pure`, and share what they import.
 */
const sources = ['libs/**/src', 'apps/**/src', 'tools'];
const within = (pattern: string) => sources.map((folder) => `${folder}/**/${pattern}`);
const never = ['**/node_modules/**', '**/dist/**'];
/** Knows neither time nor chance nor the outside, and changes nothing of what its neighbours see. */
const pure = ['domain', 'contracts'].map((layer) => `libs/*/${layer}/src/**/*.test.ts`);

export default defineConfig({
  root: import.meta.dirname,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    // One more than the cores that we count on: tests with a database wait half of their time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          testTimeout: 20_000,
          include: pure,
          exclude: never,
          // These files share what they import: loading it anew takes longer than all their tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Properties run for seconds on a machine that does other things, too.
          testTimeout: 20_000,
          include: within('*.test.{ts,mjs}'),
          exclude: [...within('*.db.test.ts'), ...within('*.dom.test.ts'), ...pure, ...never],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          environment: 'node',
          include: within('*.db.test.ts'),
          exclude: never,
          globalSetup: ['libs/platform/testing/src/start-test-postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: [...within('*.test.tsx'), ...within('*.dom.test.ts')],
          exclude: never,
          setupFiles: ['libs/platform/testing/src/jsdom-setup.ts'],
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          exclude: never,
          globalSetup: ['libs/platform/testing/src/seed-once.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // After the others: each file runs the whole product and a browser, which is enough for one core.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
