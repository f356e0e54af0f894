import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNode } from './run-child.mjs';
import { root } from './say.mjs';

const folder = join(root, 'tools/dist');
const serverFolder = join(root, 'apps/server');
/** The product's main programs; its other entries are child processes, which a node of the harness starts too. */
const PROGRAMS = new Set(['main', 'cli']);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const remove = (name) => rmSync(join(folder, name), { recursive: true, force: true });

/** Removes the folders of runs that were killed. */
function removeOld(prefix) {
  let names = [];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names)
    if (name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)))) remove(name);
}

/** Worker threads of the product's bundle, by name: each is a separate file beside the node's. */
async function threads() {
  const { loadConfigFromFile } = await import('vite');
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(serverFolder, 'vite.config.ts'),
  );
  const input = loaded?.config.build?.rolldownOptions?.input ?? {};
  return Object.fromEntries(
    Object.entries(input)
      .filter(([name]) => !PROGRAMS.has(name))
      .map(([name, path]) => [name, resolve(serverFolder, path)]),
  );
}

/**
 * Bundles the product's server and a harness from source into a folder of this run, so that later edits do not affect
 * it, runs the program `name` and exits with its exit code.
 * @param {string} name of the harness, and of the program to run
 * @param {Record<string, string>} programs name → path in the clone
 * @param {string[]} args
 */
export async function runApart(name, programs, args) {
  const { build } = await import('vite');
  const prefix = `${name}-`;
  removeOld(prefix);
  const own = `${prefix}${process.pid}`;
  const outDir = join(folder, own);
  process.on('exit', () => remove(own));
  const input = Object.fromEntries(Object.entries(programs).map(([one, path]) => [one, join(root, path)]));
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
        input: { ...input, ...(await threads()) },
        output: {
          // The product looks up its threads by their file names in its own bundle.
          entryFileNames: ({ name: entry }) => `${entry}.${entry in programs ? 'mjs' : 'js'}`,
          chunkFileNames: '[name]-[hash].mjs',
        },
      },
    },
    ssr: { noExternal: [/^@cotejo\//] },
  });
  const { code } = await runNode(['--enable-source-maps', join(outDir, `${name}.mjs`), ...args]);
  process.exit(code);
}
