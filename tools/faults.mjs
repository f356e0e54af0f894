import './workspace/require-node.mjs';
import { runApart } from './workspace/bundle-apart.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';

/** `npm run faults -- --rounds N --seed S`: injects random faults into the product and checks its invariants. */
await ensureInstalled();
await runApart(
  'faults',
  { faults: 'tools/faults/run-faults.ts', node: 'tools/faults/node.ts' },
  process.argv.slice(2),
);
