import './workspace/require-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/** `npm run bench -- <name>`: builds the product and `tools/bench/<name>.ts`, and runs the latter. */
const [name, ...rest] = process.argv.slice(2);
const folder = join(root, 'tools/bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
if (!names.includes(name)) refuse(t('bench.usage', { names: names.join(', ') }));

await ensureInstalled();
await ensureBuilt();
const { build } = await import('vite');
const outDir = join(root, 'tools/dist');
await build({
  configFile: false,
  logLevel: 'error',
  root,
  build: {
    ssr: join(folder, `${name}.ts`),
    outDir,
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
const { code } = await runNode(['--enable-source-maps', join(outDir, `${name}.mjs`), ...rest]);
process.exit(code);
