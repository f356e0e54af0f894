import './workspace/require-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runBundled } from './workspace/run-bundled.mjs';
import { runSmallBenches } from './workspace/run-small-benches.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/**
 * `npm run bench -- <name>`: builds the product and `tools/bench/<name>.ts`, and runs the bench; with `--small` for a
 * few seconds, only to check that it runs to its end. `npm run bench -- --small` does that with every bench, or with
 * the named ones if there are several names.
 */
const asked = process.argv.slice(2);
const isSmall = asked.includes('--small');
const [name, ...rest] = asked.filter((word) => word !== '--small');
const notABench = new Set(['run-bench']);
const names = readdirSync(join(root, 'tools/bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((file) => !notABench.has(file));
const chosen = isSmall && (name === undefined || rest.length > 0) ? (name ? [name, ...rest] : names) : null;
if (!(chosen ?? [name]).every((each) => names.includes(each)))
  refuse(t('bench.usage', { names: names.join(', ') }));

await ensureInstalled();
await ensureBuilt();
if (chosen !== null) process.exit((await runSmallBenches(chosen)) ? 0 : 1);
if (isSmall) process.env.COTEJO_BENCH_SIZE = 'small';
await runBundled(name, `tools/bench/${name}.ts`, rest);
