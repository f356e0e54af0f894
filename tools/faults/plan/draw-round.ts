import type { Fault, FaultKind, PlannedFault, RoundPlan, Side, Tear } from './fault.ts';
import { Random } from './random.ts';

export interface PlanOptions {
  readonly seed: string;
  readonly nodes: number;
  readonly clients: number;
  readonly subscribers: number;
  /** Kinds of faults to draw from. */
  readonly kinds: readonly FaultKind[];
}

const WEIGHTS: Readonly<Record<FaultKind, number>> = {
  'server-kill': 6,
  'server-pause': 1,
  'backend-terminate': 4,
  'backend-kill': 3,
  'postmaster-kill': 3,
  'socket-tear': 8,
  // Rare: both sides need half a minute to detect it.
  'socket-dead': 0.3,
  'disk-full': 2,
  'clock-jump': 3,
};

const HOUR = 3_600_000;

/** The plan of a round depends on seed and number only, whatever the number of rounds. */
export function drawRound(round: number, options: PlanOptions): RoundPlan {
  const random = new Random(options.seed, 'round', round);
  const count = random.weighted([
    [3, 1],
    [4, 2],
    [2, 3],
  ]);
  const faults: PlannedFault[] = [];
  const left = new Set(options.kinds);
  for (let n = 0; n < count; n++) {
    const kind = random.weighted([...left].map((one) => [WEIGHTS[one], one] as const));
    // Kinds that make no sense twice in one round are drawn once.
    if (['server-pause', 'disk-full', 'postmaster-kill'].includes(kind) && left.size > 1) left.delete(kind);
    faults.push({ at: random.between(150, 1_000), fault: drawFault(kind, random, options) });
  }
  const crashes = random.chance(0.5)
    ? [{ at: random.between(200, 1_400), subscriber: random.between(0, options.subscribers - 1) }]
    : [];
  return { round, faults, workMs: random.between(1_400, 2_200), crashes };
}

function drawFault(kind: FaultKind, random: Random, options: PlanOptions): Fault {
  const node = random.between(0, options.nodes - 1);
  switch (kind) {
    case 'server-kill':
      return { kind, node };
    case 'server-pause':
      return { kind, node, ms: random.between(4_000, 8_000), rerouteMs: random.between(300, 1_500) };
    case 'backend-terminate':
    case 'backend-kill':
      return { kind, which: random.pick(['writer', 'listener', 'random', 'all'] as const) };
    case 'postmaster-kill':
      return { kind, all: random.chance(0.4) };
    case 'socket-tear':
      return {
        kind,
        side: drawSide(random, options),
        tear: random.pick<Tear>(['cut', 'stall', 'delay', 'mute', 'half-far', 'half-near']),
        ms: random.between(200, 1_800),
        cuts: random.chance(0.4),
      };
    case 'socket-dead':
      return { kind, side: drawSide(random, options) };
    case 'disk-full':
      return {
        kind,
        ms: random.between(700, 2_000),
        spareBytes: random.pick([0, 0, 65_536, 400_000]),
        segments: random.chance(0.5) ? 6 : 0,
      };
    case 'clock-jump':
      return {
        kind,
        node,
        jumps: Array.from({ length: random.between(1, 4) }, () => drawJump(random)),
        everyMs: random.between(100, 500),
      };
  }
}

function drawSide(random: Random, { clients, nodes }: PlanOptions): Side {
  const all = Array.from({ length: clients }, (_, index) => index);
  const some = random.some(all, random.between(1, clients));
  return random.weighted<Side>([
    [5, { clients: some.toSorted((a, b) => a - b) }],
    [4, { node: random.between(0, nodes - 1) }],
    [1, { subscribers: true }],
  ]);
}

/**
 * Seconds, as when a clock is set by hand, up to six hours, as with a wrong time zone; backward as often as forward.
 */
function drawJump(random: Random): number {
  const ms = random.weighted([
    [3, random.between(1_000, 120_000)],
    [2, random.between(120_000, 6 * HOUR)],
    [1, random.between(1, 1_000)],
  ]);
  return random.chance(0.5) ? -ms : ms;
}
