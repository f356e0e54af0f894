import { withConnection } from '@cotejo/database';
import { readEnd, readHeads } from './checks/read-log.ts';
import type { Cluster } from './cluster/cluster.ts';
import { injectFault } from './cluster/inject-fault.ts';
import { sleep } from './cluster/processes.ts';
import type { Violation } from './history/violation.ts';
import { violation } from './history/violation.ts';
import type { RoundPlan } from './plan/fault.ts';
import { describeFault } from './plan/fault.ts';
import { Random } from './plan/random.ts';
import type { Evidence } from './report/evidence.ts';
import type { Crowd } from './workload/crowd.ts';

const REST_MS = 90_000;
/** Milliseconds without settling after which the database's activity is recorded. */
const LATE_MS = 4_000;
const AFTER_MS = 150;
const LOOKS_A_NOTICE = 30;
const BACK_MS = 30_000;

export interface RoundScene {
  readonly cluster: Cluster;
  readonly crowd: Crowd;
  readonly evidence: Evidence;
  readonly seed: string;
}

export interface RoundRun {
  /** Faults that this machine could not inject. */
  readonly impossible: readonly string[];
  readonly violations: readonly Violation[];
  /** Milliseconds from the end of the last fault until everything was settled. */
  readonly restMs: number;
}

/** Runs one round: workload and faults start, faults end, the workload stops, and the system settles. */
export async function runRound(plan: RoundPlan, scene: RoundScene): Promise<RoundRun> {
  const { cluster, crowd, evidence, seed } = scene;
  const dice = new Random(seed, 'round', plan.round, 'dice');
  // A fault may have routed all clients to one node, where none can be overtaken by another: back to their own nodes.
  for (const [client, gate] of crowd.gates.entries()) {
    const home = cluster.route(client);
    if (home) gate.cutAllBut(home.port);
  }
  const stop = new AbortController();
  const working = crowd.work(stop.signal);
  const impossible: string[] = [];
  const faults = plan.faults.map(async ({ at, fault }) => {
    await sleep(at);
    evidence.note('fault', { fault });
    const pick = (list: readonly number[]) => dice.pick(list);
    const isDone = await injectFault(fault, { cluster, clientGates: crowd.gates, pick });
    if (!isDone) impossible.push(describeFault(fault));
    evidence.note('fault over', { kind: fault.kind });
  });
  const crashes = plan.crashes.map(async ({ at, subscriber }) => {
    await sleep(at);
    // If the log is unreachable, the restart is retried.
    for (;;) {
      evidence.note('subscriber crash', { subscriber });
      const isBack = await crowd.subscribers[subscriber]?.crash().then(
        () => true,
        () => false,
      );
      if (isBack !== false) return;
      await sleep(100);
    }
  });
  await Promise.all([sleep(plan.workMs), ...faults, ...crashes]);
  await sleep(AFTER_MS);
  stop.abort();
  const healed = performance.now();
  await cluster.database.back(BACK_MS);
  for (const gate of [...crowd.gates, ...cluster.databaseGates, cluster.subscriberGate]) gate.heal();
  const violations = await rest(scene, working);
  evidence.note('rest', { round: plan.round });
  return { impossible, violations, restMs: performance.now() - healed };
}

/** Waits until nothing is pending; reports the pending work when that takes too long. */
async function rest({ cluster, crowd, evidence }: RoundScene, working: Promise<void>): Promise<Violation[]> {
  const deadline = performance.now() + REST_MS;
  const late = performance.now() + LATE_MS;
  let isNoted = false;
  let looks = 0;
  let isWorking = true;
  void working.then(() => (isWorking = false));
  let missing: readonly string[] = [];
  let before = '';
  for (;;) {
    missing = isWorking ? ['people are at work'] : await unsettled(cluster, crowd).catch(String).then(listOf);
    if (missing.length === 0) return [];
    // Users return to their pages now and then, which makes the clients retry at once.
    if (looks++ % LOOKS_A_NOTICE === 0) for (const editor of crowd.editors) editor.noticeNetwork();
    if (missing.join() !== before) evidence.note('waiting', { missing });
    before = missing.join();
    if (!isNoted && performance.now() > late) {
      isNoted = true;
      await noteActivity(cluster, evidence).catch(() => undefined);
    }
    if (performance.now() > deadline) return missing.map((what) => violation('no-rest', what));
    await sleep(25);
  }
}

async function noteActivity(cluster: Cluster, evidence: Evidence): Promise<void> {
  await withConnection(cluster.database.adminUrl, async (client) => {
    const { rows } = await client.query<object>(
      `select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
              left(query, 120) as query, clock_timestamp() - state_change as since
         from pg_stat_activity where datname = 'cotejo' order by pid`,
    );
    evidence.note('activity', { rows, nodes: cluster.nodes.map(({ name, state }) => ({ name, state })) });
  });
}

const listOf = (found: string | readonly string[]): readonly string[] =>
  typeof found === 'string' ? [found] : found;

async function unsettled(cluster: Cluster, crowd: Crowd): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, pending, status } of crowd.editors) {
    if (pending > 0 || status.state !== 'online')
      missing.push(`${name}: ${pending} pending, ${status.state}`);
  }
  if (crowd.roamer.pending > 0) missing.push(`roamer: ${crowd.roamer.pending} pending`);
  for (const node of cluster.nodes) if (!(await node.isReady())) missing.push(`${node.name} is not ready`);
  if (missing.length > 0) return missing;
  return withConnection(cluster.database.ownerUrl, async (client) => {
    const heads = await readHeads(client, crowd.streams);
    const isAt = (stream: string, version: number): boolean => heads.get(stream)?.version === BigInt(version);
    for (const [index, { name, version }] of crowd.editors.entries()) {
      if (!isAt(crowd.streamOf(index), version)) missing.push(`${name} is at ${version}`);
    }
    for (const [way, version] of crowd.roamer.versions.entries()) {
      if (!isAt(crowd.streamOf(0), version)) missing.push(`roamer/${way} is at ${version}`);
    }
    const audits = await readEnd(client, 'audit-');
    const { rows } = await client.query<{ position: string }>(
      `select position from es.checkpoint where projector = 'audits'`,
    );
    if (!rows.some(({ position }) => BigInt(position) >= audits))
      missing.push('the audits are not projected');
    for (const { name, filter, checkpoint } of crowd.subscribers) {
      const ends = await Promise.all(
        (filter?.streamPrefixes ?? ['']).map((prefix) => readEnd(client, prefix, filter?.types)),
      );
      if (ends.some((end) => BigInt(checkpoint ?? 0) < end)) missing.push(`${name} is at ${checkpoint}`);
    }
    return missing;
  });
}
