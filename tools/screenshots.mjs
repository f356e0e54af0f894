import './workspace/require-node.mjs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { root } from './workspace/say.mjs';

/**
 * `npm run screenshots`: renders the pictures of `docs/pictures` with the current product. With `--all <folder>`,
 * renders every screen into that folder: light and dark, wide and phone.
 */
const [option, folder] = process.argv.slice(2);
await ensureInstalled();
await ensureBuilt();
const { build } = await import('vite');
const outDir = join(root, 'tools/dist');
await build({
  configFile: false,
  logLevel: 'error',
  root,
  build: {
    ssr: join(root, 'e2e/screenshots.ts'),
    outDir,
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'screenshots.mjs' } },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
const where =
  option === '--all' ? ['--all', resolve(folder ?? 'tmp/pictures')] : [join(root, 'docs/pictures')];
const { code } = await runNode(['--enable-source-maps', join(outDir, 'screenshots.mjs'), ...where]);
process.exit(code);
