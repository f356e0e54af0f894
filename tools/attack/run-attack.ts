import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withConnection } from '@cotejo/database';
import { readEnd } from '../faults/checks/read-log.ts';
import { Closing } from '../faults/closing.ts';
import { Cluster } from '../faults/cluster/cluster.ts';
import { removeLeftovers } from '../faults/cluster/leftovers.ts';
import { sleep, within } from '../faults/cluster/processes.ts';
import { Random } from '../faults/plan/random.ts';
import { Evidence } from '../faults/report/evidence.ts';
import { fill } from '../faults/report/words.ts';
import { checkLog } from './checks/check-log.ts';
import { checkReadable } from './checks/check-readable.ts';
import { InsiderProcess } from './insider-process.ts';
import { KINDS, readOptions, type Options } from './options.ts';
import { CLOCK_KIND, type Kind } from './orders.ts';
import { gather, newWord } from './people/gather.ts';
import { WORD_VARIABLE } from './people/neighbours.ts';
import { jumpClock } from './attacks/clock-jump.ts';
import { judgeTimes, reportTimes, Tallies } from './report/report.ts';
import { words } from './report/words.ts';
import { INVARIANTS, isTiming, violation, type Violation } from './violation.ts';
import { NodeWatch, residentMegabytes } from './watch/node-watch.ts';
import { Pauses } from './watch/pauses.ts';
import { RunningKinds } from './watch/running-kinds.ts';

const NODES = 2;
/** Number of concurrent attacks. */
const ABREAST = 2;
/** Milliseconds during which an attack may start new work. */
const MOST_TURN_MS = 20_000;
const LEAST_TURN_MS = 1_000;
/** Milliseconds at most, else a sixth of the run, in which the neighbour works without attacks. */
const MOST_CALM_MS = 15_000;
const FOLDER_PREFIX = 'cotejo-attack-';
/** Megabytes that a node may hold after the attacks, once it had time to release memory. */
const MOST_MEMORY = 1_200;
const REST_MS = 3_000;
const REST_PATIENCE_MS = 60_000;
const UNWIND_MS = 30_000;
const SHOWN_OF_A_NAME = 5;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Run {
  readonly options: Options;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly closing: Closing;
}

/** Runs everything, from two empty accounts to the last check; resolves with the violations. */
async function attack({ options, folder, signal, closing: { atEnd } }: Run): Promise<readonly Violation[]> {
  const began = performance.now();
  const evidence = new Evidence(folder);
  atEnd(() => evidence.close());
  const found: Violation[] = [];
  const word = newWord();
  const cluster = await Cluster.start(
    {
      folder,
      program: fileURLToPath(new URL('node.mjs', import.meta.url)),
      nodes: NODES,
      environment: { [WORD_VARIABLE]: word },
      signal,
      log: (line) => evidence.note('database', { line }),
      onDeath: (node, how) => void found.push(violation('node-died', `${node}: ${how}`)),
    },
    atEnd,
  );
  const running = cluster.nodes.map(() => new RunningKinds());
  const people = await gather(cluster, word, running);
  const position = await withConnection(cluster.database.ownerUrl, (client) => readEnd(client, ''));
  const insider = InsiderProcess.start(people.scene);
  atEnd(() => insider.stop());
  say(fill(words.started, { nodes: NODES, seconds: ((performance.now() - began) / 1_000).toFixed(1) }));

  const stop = new AbortController();
  const pids = cluster.nodes.map(({ pid }) => pid);
  const work = Promise.all(people.neighbours.map((neighbour) => neighbour.work(stop.signal)));
  const watch = new NodeWatch(cluster.nodes, running);
  atEnd(() => watch.stop());
  atEnd(async () => stop.abort());
  const end = performance.now() + options.minutes * 60_000;
  await sleep(Math.min(MOST_CALM_MS, (options.minutes * 60_000) / 6));
  const tallies = new Tallies();
  const pauses = new Pauses(Math.min(ABREAST, options.kinds.length), running, end);
  const lanes = Array.from({ length: ABREAST }, (_, lane) =>
    runLane(lane, { ...{ options, cluster, insider, running, pauses, signal, end, tallies, evidence } }),
  );
  await Promise.all(lanes);
  const isUp = await within(
    REST_PATIENCE_MS,
    async () => (await Promise.all(cluster.nodes.map((node) => node.isReady()))).every(Boolean),
    200,
  );
  if (!isUp) found.push(violation('node-stuck', 'a node is not ready a minute after the attacks'));
  await sleep(REST_MS);
  stop.abort();
  await Promise.race([work, sleep(REST_MS)]);
  await watch.stop();

  for (const [index, node] of cluster.nodes.entries()) {
    const after = node.pid === null ? NaN : residentMegabytes(node.pid);
    say(
      fill(words.memory, {
        node: node.name,
        peak: Math.round(watch.peaks.get(node.name) ?? 0),
        after: Math.round(after),
      }),
    );
    if (after > MOST_MEMORY) found.push(violation('memory', `${node.name} holds ${Math.round(after)} MB`));
    if (node.pid !== pids[index] && !found.some(({ name }) => name === 'node-died'))
      found.push(violation('node-died', `${node.name} is another process`));
  }
  found.push(...people.neighbours.flatMap(({ violations }) => violations), ...tallies.violations);
  found.push(...(await checkReadable(people, `http://127.0.0.1:${cluster.nodes[0]?.port ?? 0}`)));
  const checked = await checkLog(cluster, {
    began: position,
    working: people.scene.working.audit,
    neighbour: { audit: people.neighbourAudit, users: people.neighbourUsers },
  });
  say(fill(words.checks, { events: checked.events }));
  found.push(...checked.violations);
  const measured = { watch, edits: people.neighbours.flatMap(({ edits }) => edits), tallies };
  reportTimes(measured, say);
  found.push(...judgeTimes(measured));
  return found;
}

interface LaneRun {
  readonly options: Options;
  readonly cluster: Cluster;
  readonly insider: InsiderProcess;
  readonly running: readonly RunningKinds[];
  readonly pauses: Pauses;
  readonly signal: AbortSignal;
  readonly end: number;
  readonly tallies: Tallies;
  readonly evidence: Evidence;
}

/** Runs attacks in sequence, in the lane's own order; every kind once, then until the time is over. */
async function runLane(lane: number, run: LaneRun): Promise<void> {
  const { options, cluster, insider, running, pauses, signal, end, tallies, evidence } = run;
  const random = new Random(options.seed, 'lane', lane);
  const lanes = Math.min(ABREAST, options.kinds.length);
  for (let round = 0, number = lane; lane < lanes && (round === 0 || performance.now() < end); round++) {
    const deck = shareOf(options, { lane, lanes, round });
    for (const [done, kind] of deck.entries()) {
      signal.throwIfAborted();
      if (round > 0 && performance.now() > end) break;
      const left = (end - performance.now()) / (deck.length - done);
      const ms = Math.round(Math.min(MOST_TURN_MS, Math.max(LEAST_TURN_MS, left)));
      const order = { number, seed: random.between(0, 2 ** 31), ms, isSmall: options.isSmall };
      number += lanes;
      evidence.note('attack', { kind, ...order });
      for (const one of running) one.begin(kind);
      const urls = cluster.nodes.map(({ port }) => `http://127.0.0.1:${port ?? 0}`);
      const isClock = kind === CLOCK_KIND;
      const told = isClock
        ? await jumpClock(cluster, order)
        : await insider.carryOut({ ...order, kind, urls });
      for (const one of running) one.end(kind);
      evidence.note('attack over', { kind, number: order.number, told });
      tallies.add(kind, told);
      await pauses.rest();
    }
  }
  if (lane < lanes) pauses.leave();
}

/** A lane's share of all kinds, in an order determined by seed and round. */
function shareOf(
  { seed, kinds }: Options,
  { lane, lanes, round }: { readonly lane: number; readonly lanes: number; readonly round: number },
): readonly Kind[] {
  const all = new Random(seed, 'deck', round).some(kinds, kinds.length);
  return all.filter((_, index) => index % lanes === lane);
}

function reportViolations(found: readonly Violation[], { strictTiming }: Options): number {
  let counted = 0;
  for (const name of new Set(found.map((one) => one.name))) {
    const all = found.filter((one) => one.name === name);
    const isCounted = strictTiming || !isTiming(all[0] as Violation);
    if (isCounted) counted++;
    for (const { detail } of all.slice(0, SHOWN_OF_A_NAME))
      say(fill(isCounted ? words.violation : words.lenient, { name, detail }));
    if (all.length > SHOWN_OF_A_NAME) say(fill(words.more, { count: all.length - SHOWN_OF_A_NAME, name }));
  }
  return counted;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stderr.write(`${fill(words.usage, { kinds: KINDS.join(', ') })}\n`);
    return 1;
  }
  const { seed, minutes } = options;
  say(fill(words.seed, { seed, minutes, node: process.versions.node, cpus: cpus().length }));
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stop.abort(new Error(name)));
  await removeLeftovers(FOLDER_PREFIX);
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  await chmod(folder, 0o711);
  const closing = new Closing();
  const aborted = new Promise<never>((_, reject) =>
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error)),
  );
  const attacking = attack({ options, folder, signal: stop.signal, closing });
  let failed = 0;
  try {
    failed = reportViolations(await Promise.race([attacking, aborted]), options);
  } catch (error) {
    failed = 1;
    if (!stop.signal.aborted)
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  await closing.close(attacking, UNWIND_MS);
  if (stop.signal.aborted) {
    await rm(folder, { recursive: true, force: true });
    return 130;
  }
  if (failed > 0 || options.keep) {
    const kept = folder.replace(FOLDER_PREFIX, 'cotejo-evidence-');
    await rename(folder, kept);
    say(fill(words.kept, { folder: kept }));
  } else await rm(folder, { recursive: true, force: true });
  if (failed > 0) say(fill(words.again, { seed, minutes }));
  say(fill(words.result, { passed: INVARIANTS - failed, failed }));
  return failed > 0 ? 1 : 0;
}

process.exit(await main());
