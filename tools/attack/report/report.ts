import { percentile } from '../../bench/measure/statistics.ts';
import { table } from '../../bench/report/table.ts';
import { fill } from '../../faults/report/words.ts';
import type { Kind, Outcome } from '../orders.ts';
import type { Took } from '../people/neighbour.ts';
import { isViolationName, violation, type Violation } from '../violation.ts';
import type { NodeWatch } from '../watch/node-watch.ts';
import { words } from './words.ts';

/** Limit for a node's event-loop delay, in milliseconds. */
const MOST_DELAY_MS = 250;
/** Milliseconds. Longer than any load of the machine explains, so it always counts as a failure. */
const STUCK_MS = 10_000;
/**
 * Limit for the neighbour's p95 of an edit, relative to its p95 without attack; below the floor (ms) the ratio is
 * ignored.
 */
const MOST_RATIO = 2;
const FLOOR_MS = 50;
/** Fewer measurements are not enough for a p95. */
const LEAST_EDITS = 20;
const SHOWN_ANSWERS = 5;

/** Results of all attacks, by kind. */
export class Tallies {
  readonly violations: Violation[] = [];
  private readonly byKind = new Map<Kind, { times: number; answers: Map<string, number> }>();

  add(kind: Kind, told: Outcome | null): void {
    const own = this.byKind.get(kind) ?? { times: 0, answers: new Map<string, number>() };
    this.byKind.set(kind, own);
    own.times++;
    if (!told) return void this.violations.push(violation('no-answer', `${kind} never ended`));
    for (const [answer, count] of Object.entries(told.answers))
      own.answers.set(answer, (own.answers.get(answer) ?? 0) + count);
    for (const { name, detail } of told.found) {
      if (!isViolationName(name)) throw new Error(`there is no invariant ${name}`);
      this.violations.push(violation(name, `${kind}: ${detail}`));
    }
  }

  get kinds(): readonly Kind[] {
    return [...this.byKind.keys()].toSorted();
  }

  timesOf(kind: Kind): number {
    return this.byKind.get(kind)?.times ?? 0;
  }

  answersOf(kind: Kind): string {
    const sorted = [...(this.byKind.get(kind)?.answers ?? [])].toSorted((a, b) => b[1] - a[1]);
    const shown = sorted.slice(0, SHOWN_ANSWERS).map(([answer, count]) => `${answer} ${count}`);
    return shown.join(', ') + (sorted.length > SHOWN_ANSWERS ? ' …' : '');
  }
}

export interface Measured {
  readonly watch: NodeWatch;
  readonly edits: readonly Took[];
  readonly tallies: Tallies;
}

const p95 = (edits: readonly Took[]): number =>
  edits.length < LEAST_EDITS
    ? NaN
    : percentile(
        edits.map(({ ms }) => ms),
        95,
      );
const calmOf = (edits: readonly Took[]): readonly Took[] => edits.filter(({ kinds }) => kinds.length === 0);
const besideOf = (edits: readonly Took[], kind: Kind): readonly Took[] =>
  edits.filter(({ kinds }) => kinds.includes(kind));
const figure = (ms: number): string => (Number.isFinite(ms) ? ms.toFixed(ms < 10 ? 1 : 0) : '–');

/** Prints a row for each kind of attack. */
export function reportTimes({ watch, edits, tallies }: Measured, say: (line: string) => void): void {
  const calm = calmOf(edits);
  const own = p95(calm);
  say(fill(words.calm, { p95: figure(own), count: calm.length, delay: figure(watch.worstBeside(null)) }));
  const { kind, times, answers, delay, p95: p95Title, ratio } = words.columns;
  say(
    table(
      [kind, times, delay, p95Title, ratio, answers],
      tallies.kinds.map((one) => {
        const beside = p95(besideOf(edits, one));
        return [
          one,
          String(tallies.timesOf(one)),
          figure(watch.worstBeside(one)),
          figure(beside),
          figure(beside / own),
          tallies.answersOf(one),
        ];
      }),
    ),
  );
}

/** Time limits that were exceeded. */
export function judgeTimes({ watch, edits, tallies }: Measured): Violation[] {
  const found: Violation[] = [];
  const own = p95(calmOf(edits));
  for (const kind of tallies.kinds) {
    const beside = p95(besideOf(edits, kind));
    if (beside > Math.max(FLOOR_MS, MOST_RATIO * own))
      found.push(
        violation(
          'neighbour-slow',
          `beside ${kind} p95 of an edit is ${figure(beside)} ms, alone ${figure(own)} ms`,
        ),
      );
  }
  for (const { node, ms, kinds } of watch.delays)
    if (ms > STUCK_MS)
      found.push(
        violation(
          'node-stuck',
          `${node} stood still for ${figure(ms)} ms beside ${kinds.join(' + ') || 'nothing'}`,
        ),
      );
    else if (ms > MOST_DELAY_MS)
      found.push(
        violation(
          'loop-delay',
          `${node} stood still for ${figure(ms)} ms beside ${kinds.join(' + ') || 'nothing'}`,
        ),
      );
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}
