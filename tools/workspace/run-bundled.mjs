import { join } from 'node:path';
import { runNode } from './run-child.mjs';
import { root } from './say.mjs';

/**
 * Bundles a tool written in TypeScript, runs it and exits with its exit code.
 * @param {string} name of the bundle in `tools/dist`
 * @param {string} entry path in the clone
 * @param {string[]} args
 */
export async function runBundled(name, entry, args) {
  const { build } = await import('vite');
  const outDir = join(root, 'tools/dist');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: [/^@cotejo\//] },
  });
  const { code } = await runNode(['--enable-source-maps', join(outDir, `${name}.mjs`), ...args]);
  process.exit(code);
}
