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
        // Child processes need entry files of their own.
        'document-process': '../../libs/platform/documents/src/server/document-process.mjs',
        'content-process': '../../libs/platform/files/src/server/content/content-process.ts',
        'catalogue-process': '../../libs/worksheets/server/src/import/catalogue-process.ts',
      },
    },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
