import './workspace/require-node.mjs';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { root } from './workspace/say.mjs';

/**
 * `npm run faults -- --rounds N --seed S`: builds the product's server and the harness from source, in a folder
 * of this run's own (what is edited meanwhile is of no concern), and runs the rounds.
 */
await ensureInstalled();
const { build } = await import('vite');
const folder = join(root, 'tools/dist');
const prefix = 'faults-';

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
const remove = (name) => rmSync(join(folder, name), { recursive: true, force: true });
/** Of runs that were killed. */
function removeOld() {
  let names = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names)
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)))) remove(name);
}

removeOld();
const own = `${prefix}${process.pid}`;
const outDir = join(folder, own);
process.on('exit', () => remove(own));
await build({
  configFile: false,
  logLevel: 'error',
  root,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        faults: join(root, 'tools/faults/run-faults.ts'),
        node: join(root, 'tools/faults/node.ts'),
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
  ssr: { noExternal: [/^@cotejo\//] },
});
const { code } = await runNode([
  '--enable-source-maps',
  join(outDir, 'faults.mjs'),
  ...process.argv.slice(2),
]);
process.exit(code);
