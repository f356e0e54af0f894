import './workspace/require-node.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { refuse, root, t } from './workspace/say.mjs';

/**
 * `npm run test:kurrent`: runs the event store's conformance suite, the KurrentDB adapter's own tests and the whole
 * server against the KurrentDB named by `KURRENTDB_URL`. Side tables are in a Postgres started for the run; on the
 * server, stream names begin with a prefix of this run. Further arguments go to Vitest.
 */
if (!process.env.KURRENTDB_URL?.trim()) refuse(t('test_kurrent.no_url'));
await ensureInstalled();
const { code } = await runNode([
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--allowOnly=false',
  '--no-file-parallelism',
  'libs/platform/event-store/src/kurrent',
  'apps/server/src/nodes/kurrent-server',
  ...process.argv.slice(2),
]);
process.exit(code);
