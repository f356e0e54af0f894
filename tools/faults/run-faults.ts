import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withConnection } from '@cotejo/database';
import { AuditFolds } from './checks/audit-folds.ts';
import { RoundChecks } from './checks/round-checks.ts';
import { ScratchModels } from './checks/scratch-models.ts';
import { checkWhole } from './checks/whole-check.ts';
import { dumpLog } from './checks/dump-log.ts';
import { Closing } from './closing.ts';
import { Cluster } from './cluster/cluster.ts';
import { removeLeftovers } from './cluster/leftovers.ts';
import { Ledger } from './history/ledger.ts';
import { isDuplicate, isLoss, violation, type Violation } from './history/violation.ts';
import { readOptions, type Options } from './options.ts';
import { drawRound } from './plan/draw-round.ts';
import { describeFault, FAULT_KINDS } from './plan/fault.ts';
import { Evidence } from './report/evidence.ts';
import { fill, words } from './report/words.ts';
import { runRound } from './run-round.ts';
import { Crowd, CLIENTS, SUBSCRIBERS } from './workload/crowd.ts';
import { WireTap } from './workload/wire-tap.ts';

const NODES = 2;
/** Rounds after which clients move to new audits, so that each round's checks stay small. */
const MOVE_EVERY = 20;
/** Milliseconds for pending work to notice the end of the run. */
const UNWIND_MS = 30_000;
export const FOLDER_PREFIX = 'cotejo-faults-';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);

interface Totals {
  /** Answers to the clients; an interrupted run reports those until then. */
  readonly ledger: Ledger;
  readonly violations: Violation[];
  readonly faults: Record<string, number>;
  events: number;
  rounds: number;
  /** Number of the last completed round. */
  last: number;
}

async function runRounds(
  options: Options,
  folder: string,
  signal: AbortSignal,
  { atEnd }: Closing,
  totals: Totals,
): Promise<void> {
  const { seed, kinds, rounds, first } = options;
  const { ledger } = totals;
  const began = performance.now();
  const evidence = new Evidence(folder);
  atEnd(() => evidence.close());
  const deaths: Violation[] = [];
  const program = fileURLToPath(new URL('node.mjs', import.meta.url));
  const cluster = await Cluster.start(
    {
      folder,
      program,
      nodes: NODES,
      signal,
      log: (line) => evidence.note('database', { line }),
      onDeath: (node, how) => void deaths.push(violation('node-died', `${node}: ${how}`)),
    },
    atEnd,
  );
  signal.throwIfAborted();
  const tap = new WireTap(ledger, evidence);
  const crowd = await Crowd.gather({ cluster, seed, ledger, tap, evidence }, atEnd);
  const folds = new AuditFolds(await incarnationOf(cluster));
  const scratch = await ScratchModels.create(cluster.database, 'scratch');
  const parts = { cluster, crowd, ledger, tap, folds, scratch };
  const checks = new RoundChecks(parts);
  if (!cluster.disk) say(words.noDisk);
  say(fill(words.started, { nodes: NODES, seconds: seconds(began) }));

  for (let round = first; round < first + rounds; round++) {
    signal.throwIfAborted();
    const start = performance.now();
    if ((round - first) % MOVE_EVERY === 0) {
      const before = crowd.streams;
      await crowd.move();
      for (const stream of crowd.streams) folds.follow(stream);
      for (const stream of before) folds.forget(stream);
    }
    const plan = drawRound(round, { seed, kinds, nodes: NODES, clients: CLIENTS, subscribers: SUBSCRIBERS });
    evidence.note('round', { plan });
    const answeredBefore = ledger.answered;
    const run = await runRound(plan, { cluster, crowd, evidence, seed });
    const checked = await checks.check();
    const found = [...deaths.splice(0), ...run.violations, ...checked.violations];
    for (const { fault } of plan.faults) totals.faults[fault.kind] = (totals.faults[fault.kind] ?? 0) + 1;
    totals.events += checked.events;
    totals.rounds += 1;
    totals.last = round;
    say(
      fill(words.round, {
        round: String(round).padStart(4),
        faults: plan.faults.map(({ fault }) => describeFault(fault)).join(' + '),
        acknowledged: ledger.answered - answeredBefore,
        events: checked.events,
        checks: checked.checks,
        rest: (run.restMs / 1_000).toFixed(1),
        seconds: seconds(start),
      }),
    );
    if (run.impossible.length > 0) say(fill(words.impossible, { faults: run.impossible.join(', ') }));
    report(found, totals, evidence);
    if (found.length > 0) break;
  }
  if (totals.violations.length === 0) {
    const start = performance.now();
    report(await checkWhole(parts, checks), totals, evidence);
    say(fill(words.wholeCheck, { seconds: seconds(start) }));
  }
  if (totals.violations.length > 0) await dumpLog(cluster, folder);
}

function report(found: readonly Violation[], totals: Totals, evidence: Evidence): void {
  totals.violations.push(...found);
  for (const one of found) evidence.note('violation', one);
  for (const { name, detail } of found.slice(0, 20)) say(fill(words.violation, { name, detail }));
}

async function incarnationOf(cluster: Cluster): Promise<string> {
  return withConnection(cluster.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ incarnation: string }>('select incarnation from es.store');
    return rows[0]?.incarnation ?? '';
  });
}

/** Renames the folder, so that it is kept as evidence. */
async function keepEvidence(folder: string): Promise<void> {
  const kept = folder.replace(FOLDER_PREFIX, 'cotejo-evidence-');
  await rename(folder, kept);
  say(fill(words.kept, { folder: kept }));
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(`${fill(words.usage, { kinds: FAULT_KINDS.join(', ') })}\n`);
    return 1;
  }
  const { seed, rounds, first, keep } = options;
  say(fill(words.seed, { seed, rounds, node: process.versions.node, cpus: cpus().length }));
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error(name)));
  }
  await removeLeftovers(FOLDER_PREFIX);
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  await chmod(folder, 0o711);
  const closing = new Closing();
  const ledger = new Ledger();
  const totals: Totals = { ledger, violations: [], faults: {}, events: 0, rounds: 0, last: first };
  const began = performance.now();
  let failure: unknown = null;
  const aborted = new Promise<never>((_, reject) =>
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error)),
  );
  const running = runRounds(options, folder, stop.signal, closing, totals);
  try {
    await Promise.race([running, aborted]);
  } catch (error) {
    failure = error;
    if (!stop.signal.aborted)
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  await closing.close(running, UNWIND_MS);
  failure ??= closing.faults[0] ?? null;

  const isBad = totals.violations.length > 0 || (failure !== null && !stop.signal.aborted);
  if (isBad || keep) await keepEvidence(folder);
  else await rm(folder, { recursive: true, force: true });
  if (isBad) say(fill(words.again, { seed, rounds: totals.last - first + 1, first }));
  const count = (is: (one: Violation) => boolean): number => totals.violations.filter(is).length;
  const result = {
    seed,
    rounds: totals.rounds,
    acknowledged: ledger.answered,
    refused: ledger.refused,
    events: totals.events,
    lost: count(isLoss),
    duplicated: count(isDuplicate),
    failures: totals.violations.length + (failure !== null && !stop.signal.aborted ? 1 : 0),
    violations: [...new Set(totals.violations.map(({ name }) => name))],
    injected: totals.faults,
    seconds: Math.round((performance.now() - began) / 1_000),
  };
  say(JSON.stringify({ faults: result }));
  if (stop.signal.aborted) return 130;
  return isBad ? 1 : 0;
}

process.exit(await main());
