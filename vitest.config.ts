import { defineConfig } from 'vitest/config';

/**
 * Three kinds of test, told apart by their file name:
 * `*.test.ts` runs in node, `*.db.test.ts` on a real Postgres that the global setup starts once,
 * `*.test.tsx` and `*.dom.test.ts` in jsdom.
 */
const sources = ['libs/**/src', 'apps/**/src', 'tools'];
const within = (pattern: string) => sources.map((folder) => `${folder}/**/${pattern}`);

export default defineConfig({
  root: import.meta.dirname,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: within('*.test.ts'),
          exclude: [...within('*.db.test.ts'), ...within('*.dom.test.ts'), '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          environment: 'node',
          include: within('*.db.test.ts'),
          globalSetup: ['libs/platform/testing/src/start-test-postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: [...within('*.test.tsx'), ...within('*.dom.test.ts')],
          setupFiles: ['libs/platform/testing/src/jsdom-setup.ts'],
          testTimeout: 15_000,
        },
      },
    ],
  },
});
