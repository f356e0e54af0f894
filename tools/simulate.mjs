import './workspace/require-node.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './workspace/ensure-installed.mjs';
import { runNode } from './workspace/run-child.mjs';
import { refuse, root, secondsSince, t } from './workspace/say.mjs';

/**
 * `npm run simulate -- --runs N --seed S`: simulates the life of audits with several users, nodes, broken networks,
 * crashes and restores, half of them plans, half other records, in two processes. A run that breaks an invariant is
 * shrunk and printed; equal seeds give equal runs. `--mutant "<its name>"` runs one of the faulty products known to the
 * tests, to see how a fault is reported.
 */
const SHARDS = ['cluster', 'cluster-of-others'];

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '2000' },
        seed: { type: 'string' },
        mutant: { type: 'string', default: '' },
      },
    });
    const runs = Number(values.runs);
    const seed = Number(values.seed ?? Date.now() % 2 ** 31);
    if (Number.isInteger(runs) && runs > 0 && Number.isInteger(seed))
      return { runs, seed, mutant: values.mutant };
  } catch {
    // Reported below.
  }
  return refuse(t('simulate.usage'));
}

const { runs, seed, mutant } = readOptions();
await ensureInstalled();
process.stdout.write(`${t('simulate.started', { runs, seed })}\n`);
const folder = mkdtempSync(join(tmpdir(), 'cotejo-simulate-'));
const began = Date.now();

async function runShard(name, index) {
  const report = join(folder, `${name}.json`);
  const share = Math.floor(runs / SHARDS.length) + (index < runs % SHARDS.length ? 1 : 0);
  if (share === 0) return { runs: 0, events: 0, intents: 0, conflicts: 0, failure: null };
  const { code, output } = await runNode(
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      join(root, `libs/audits/web/src/session/simulation/${name}.property.test.ts`),
    ],
    {
      quiet: true,
      env: {
        ...process.env,
        SIMULATE_RUNS: String(share),
        SIMULATE_SEED: String(seed),
        SIMULATE_REPORT: report,
        SIMULATE_MUTANT: mutant,
      },
    },
  );
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {
      runs: 0,
      events: 0,
      intents: 0,
      conflicts: 0,
      failure: `${output}\n${t('simulate.ended', { name, code })}`,
    };
  }
}

const results = await Promise.all(SHARDS.map(runShard));
rmSync(folder, { recursive: true, force: true });
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
const seconds = secondsSince(began);
process.stdout.write(
  `${t('simulate.done', {
    runs: sum('runs'),
    events: sum('events'),
    intents: sum('intents'),
    conflicts: sum('conflicts'),
    seconds,
    rate: (sum('runs') / Math.max(0.1, Number(seconds))).toFixed(1),
  })}\n`,
);
const failures = results.flatMap(({ failure }) => failure ?? []);
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
process.stdout.write(
  `${failures.length > 0 ? `\n${t('simulate.again', { runs, seed })}\n` : ''}${JSON.stringify({
    simulate: { seed, runs: sum('runs'), failures: failures.length, seconds: Number(seconds) },
  })}\n`,
);
process.exit(failures.length === 0 ? 0 : 1);
