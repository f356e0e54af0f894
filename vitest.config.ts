import { defineConfig } from 'vitest/config';

/**
 * Four kinds of test, told apart by their file name:
 * `*.test.ts` runs in node, `*.db.test.ts` on a real Postgres that the global setup starts once,
 * `*.test.tsx` and `*.dom.test.ts` in jsdom, and `e2e/*.e2e.ts` drives the built product in a real browser.
 */
const sources = ['libs/**/src', 'apps/**/src', 'tools'];
const within = (pattern: string) => sources.map((folder) => `${folder}/**/${pattern}`);
const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  root: import.meta.dirname,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Properties run for seconds on a machine that does other things, too.
          testTimeout: 20_000,
          include: within('*.test.{ts,mjs}'),
          exclude: [...within('*.db.test.ts'), ...within('*.dom.test.ts'), ...never],
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
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // After the others, one file at a time: each file runs the whole product and a browser.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
