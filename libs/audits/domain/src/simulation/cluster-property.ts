import fc from 'fast-check';
import type { RecordType } from '@cotejo/audits-contracts';
import { checkEnd } from './check-end.ts';
import { Cluster } from './cluster.ts';
import type { Parts } from './parts.ts';
import { ALL_RECORDS, schedules, type Schedule } from './schedule.ts';
import type { MakeBrowsers } from './simulated-client.ts';

/** Statistics of the runs, to verify that they exercise the system. */
export interface Tally {
  runs: number;
  events: number;
  conflicts: number;
  intents: number;
  readonly types: Map<string, number>;
  readonly refusals: Map<string, number>;
}
export const newTally = (): Tally => ({
  runs: 0,
  events: 0,
  conflicts: 0,
  intents: 0,
  types: new Map(),
  refusals: new Map(),
});

const count = (of: Map<string, number>, key: string): void => void of.set(key, (of.get(key) ?? 0) + 1);

function add(tally: Tally, { store }: Cluster): void {
  tally.runs++;
  tally.events += store.events.length;
  tally.conflicts += store.conflicts;
  for (const { type } of store.events) count(tally.types, type);
  for (const outcomes of store.answered.values()) {
    tally.intents++;
    for (const outcome of outcomes) if (!outcome.ok) count(tally.refusals, outcome.rejection.code);
  }
}

/** Property: the invariants hold for any schedule of users, nodes and faults on one audit. */
export const clusterProperty = (
  parts: () => Parts,
  makeBrowsers: MakeBrowsers,
  tally: Tally = newTally(),
  recordTypes: readonly RecordType[] = ALL_RECORDS,
) => fc.asyncProperty(schedules(recordTypes), (schedule) => live(parts(), makeBrowsers, tally, schedule));

async function live(
  parts: Parts,
  makeBrowsers: MakeBrowsers,
  tally: Tally,
  schedule: Schedule,
): Promise<void> {
  const browsers = makeBrowsers(schedule);
  try {
    const cluster = await Cluster.gather(parts, browsers, schedule);
    for (const step of schedule.steps) await cluster.run(step);
    await cluster.heal();
    await checkEnd(cluster, schedule.seed);
    add(tally, cluster);
  } finally {
    await browsers.end();
  }
}
