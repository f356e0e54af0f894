import { defineConfig } from 'vite';

/** One bundle for the server and one for its commands; packages of the registry stay outside. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli.ts',
        // A thread is started from a file of its own.
        'log-file-worker': '../../libs/audits/server/src/export/log-file-worker.mjs',
        'content-thread': '../../libs/platform/files/src/server/content/content-thread.ts',
        'catalogue-thread': '../../libs/worksheets/server/src/import/catalogue-thread.ts',
      },
    },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
