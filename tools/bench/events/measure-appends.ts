import type { EventStore } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import type { BenchRun } from '../run-bench.ts';
import { percentile } from '../measure/statistics.ts';
import { openFloors } from './floors.ts';
import { makeEvent, makeEvents } from './make-event.ts';
import type { BenchDatabase } from './open-database.ts';
import { runCallers, type Load } from './run-callers.ts';
import { sized } from '../measure/sized.ts';

const CALLERS = 32;
/**
 * The machine's speed changes from one second to the next: the measurements take turns, and the median of the rounds
 * counts.
 */
const ROUNDS = sized(5, 1);
const MILLISECONDS = sized(1_500, 100);
const MANY = { events: 10, callers: 32 };
const LARGE = { events: 100, callers: 8 };

export interface Appends {
  /** Events per second, each the median of the rounds. */
  readonly port: number;
  readonly singleRows: number;
  readonly handBatched: number;
  readonly oncePerAppend: number;
  /** Events per second with ten, and with a hundred, events per append. */
  readonly many: number;
  readonly large: number;
  /** Milliseconds of single-event appends through the port. */
  readonly latencies: readonly number[];
}

/** Appends of 32 callers through the port, and floors on the same database. */
export async function measureAppends(
  run: BenchRun,
  { ownerUrl, appUrl }: BenchDatabase,
  store: EventStore,
): Promise<Appends> {
  const floors = await openFloors(run, { ownerUrl, callers: CALLERS });
  // The append function once per request: with a node per caller, no requests are grouped.
  const nodes = Array.from({ length: CALLERS }, () => createPostgresEventStore({ connectionString: appUrl }));
  const load: Load = { callers: CALLERS, milliseconds: MILLISECONDS, signal: run.signal };
  const through = (stores: readonly EventStore[]) =>
    runCallers(load, async ({ stream, version, caller }) => {
      const node = stores[caller % stores.length] ?? store;
      return (await node.append({ stream, expected: version, events: [makeEvent(caller)] })).version;
    });
  const eventsOf = async ({ events, callers }: typeof MANY) => {
    const { perSecond } = await runCallers({ ...load, callers }, async ({ stream, version }) => {
      return (await store.append({ stream, expected: version, events: makeEvents(events) })).version;
    });
    return perSecond * events;
  };

  await through([store]);
  const rounds: Omit<Appends, 'latencies'>[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const port = await through([store]);
    latencies.push(...port.latencies);
    rounds.push({
      port: port.perSecond,
      singleRows: (await floors.singleRows(load)).perSecond,
      handBatched: await floors.handBatched(load),
      oncePerAppend: (await through(nodes)).perSecond,
      many: await eventsOf(MANY),
      large: await eventsOf(LARGE),
    });
  }
  await Promise.all(nodes.map((node) => node.close()));
  const middle = (name: keyof (typeof rounds)[number]) =>
    percentile(
      rounds.map((round) => round[name]),
      50,
    );
  return {
    port: middle('port'),
    singleRows: middle('singleRows'),
    handBatched: middle('handBatched'),
    oncePerAppend: middle('oncePerAppend'),
    many: middle('many'),
    large: middle('large'),
    latencies,
  };
}
