import './workspace/require-node.mjs';
import { ensureBuilt } from './workspace/ensure-built.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { loadOptions } from './workspace/load-options.mjs';
import { runBundled } from './workspace/run-bundled.mjs';
import { refuse, t } from './workspace/say.mjs';

/** `npm run load -- --clients N --rate R`: builds the product, and puts a crowd into one of its audits. */
const options = loadOptions(process.argv.slice(2));
if (options === 'help') {
  process.stdout.write(`${t('load.usage')}\n`);
  process.exit(0);
}
if (!options) refuse(t('load.usage'));

await ensureInstalled();
await ensureBuilt();
await runBundled('load', 'tools/load/run-load.ts', [JSON.stringify(options)]);
