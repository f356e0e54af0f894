import './workspace/require-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runBundled } from './workspace/run-bundled.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/** `npm run bench -- <name>`: builds the product and `tools/bench/<name>.ts`, and runs the latter. */
const [name, ...rest] = process.argv.slice(2);
const notABench = new Set(['run-bench']);
const names = readdirSync(join(root, 'tools/bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((file) => !notABench.has(file));
if (!names.includes(name)) refuse(t('bench.usage', { names: names.join(', ') }));

await ensureInstalled();
await ensureBuilt();
await runBundled(name, `tools/bench/${name}.ts`, rest);
