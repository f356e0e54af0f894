import { defineConfig } from 'vite';

/** Bundles of the server and its commands; registry packages stay external. */
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
        // Child processes and worker threads need entry files of their own.
        'document-process': '../../libs/platform/documents/src/server/document-process.mjs',
        'content-thread': '../../libs/platform/files/src/server/content/content-thread.ts',
        'catalogue-thread': '../../libs/worksheets/server/src/import/catalogue-thread.ts',
      },
    },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
