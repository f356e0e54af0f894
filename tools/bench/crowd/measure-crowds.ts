import type { Rate } from '../measure/at-rate.ts';
import { summarise, type Summary } from '../measure/statistics.ts';
import type { BenchRun } from '../run-bench.ts';
import { Edits } from './choose-edit.ts';
import type { Crowd, CrowdSize } from './crowd.ts';
import { RelayCrowd } from './relay-crowd.ts';
import type { RoomCrowd } from './room-crowd.ts';
import type { Sinks } from './sinks.ts';
import { SocketCrowd } from './socket-crowd.ts';
import { sized } from '../measure/sized.ts';

/** Seconds of each turn, and of the warm-up of code and caches before the first one. */
const TURN = sized(4, 1);
const WARM_UP = sized(2, 1);

export interface CrowdFigures {
  readonly seen: Summary;
  /** Percent of a core that the server used, and its peak memory in megabytes. */
  readonly core: number;
  readonly resident: number;
}
export interface CrowdComparison {
  readonly acknowledged: Summary;
  readonly room: CrowdFigures;
  readonly socket: CrowdFigures;
  readonly relay: CrowdFigures;
}

export interface CrowdOptions {
  readonly size: CrowdSize;
  readonly perSecond: number;
  /** Seconds of measurement for each of the three systems. */
  readonly seconds: number;
  readonly random: () => number;
}

/**
 * Compares the product's room, with all sinks in it, with two floors: equal edits at an equal rate to equally many
 * clients. The three take turns, so that other load on the machine affects all equally.
 */
export async function measureCrowds(
  run: BenchRun,
  room: RoomCrowd,
  sinks: Sinks,
  { size, perSecond, seconds, random }: CrowdOptions,
): Promise<CrowdComparison> {
  const edits = new Edits(room.records(), random);
  let number = 0;
  const next = () => edits.next(number++);
  const rate = (duration: number): Rate => ({ perSecond, seconds: duration, signal: run.signal });

  room.forget();
  await room.measure(rate(WARM_UP), next);
  const messages = [...room.messages];
  const socket = await SocketCrowd.open(run, sinks, size, messages);
  const relay = await RelayCrowd.open(run, sinks, size, room.base);
  for (const floor of [socket, relay]) await floor.measure(rate(WARM_UP), next);

  const crowds: readonly Crowd[] = [room, socket, relay];
  for (const crowd of crowds) crowd.forget();
  for (let left = seconds; left > 0; left -= TURN)
    for (const crowd of crowds) await crowd.measure(rate(Math.min(TURN, left)), next);
  return {
    acknowledged: summarise(room.acknowledged),
    room: figuresOf(room),
    socket: figuresOf(socket),
    relay: figuresOf(relay),
  };
}

function figuresOf({ times: { seen, usage } }: Crowd): CrowdFigures {
  return {
    seen: summarise(seen),
    core: usage.reduce((sum, { core }) => sum + core, 0) / usage.length,
    resident: Math.max(...usage.map(({ resident }) => resident)),
  };
}
