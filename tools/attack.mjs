import './workspace/require-node.mjs';
import { runApart } from './workspace/bundle-apart.mjs';
import { ensureInstalled } from './workspace/ensure-installed.mjs';

/** `npm run attack -- --seed S --minutes M`: runs a bounded adversary against two nodes and two accounts. */
await ensureInstalled();
await runApart(
  'attack',
  {
    attack: 'tools/attack/run-attack.ts',
    insider: 'tools/attack/insider.ts',
    node: 'tools/attack/node.ts',
  },
  process.argv.slice(2),
);
