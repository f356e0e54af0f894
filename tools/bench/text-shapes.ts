import { MAX_UPDATE_BYTES } from '@cotejo/texts/protocol';
import { hostileShapes, openShape, sizedShape, writeShape, type HostileShape } from '@cotejo/texts/testing';
import { longestTurn } from './measure/longest-turn.ts';
import { summarise } from './measure/statistics.ts';
import type { Bar, BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';

/** Update sizes as fractions of the limit: an update that is just accepted may cost more than a refused one. */
const PARTS = [1, 0.75, 0.5, 0.35, 0.25, 0.125, 0.0625] as const;
/** Sizes of the existing document, relative to the update. */
const GROWN = [1, 8] as const;
/** Limit in milliseconds for which the node may be blocked. */
const LONGEST = 100;
const WARM_UP = 2;
const ROUNDS = 3;

interface ShapeFigures {
  readonly name: string;
  /** CPU milliseconds of the longest turn while the update is written; per size, the minimum of several rounds. */
  readonly turns: readonly number[];
  /** CPU milliseconds of the longest turn while the document is opened again, with its rows merged. */
  readonly openings: readonly number[];
  readonly answers: ReadonlySet<string>;
}

/**
 * Measures for how long each adversarial shape of a text's update blocks the event loop, whether it is accepted or
 * refused.
 */
async function textShapes({ signal }: BenchRun): Promise<BenchResult> {
  const all: ShapeFigures[] = [];
  for (let round = 0; round < WARM_UP; round++)
    for (const shape of hostileShapes) await writeShape(sizedShape(shape, MAX_UPDATE_BYTES / 8));
  for (const shape of hostileShapes) {
    signal.throwIfAborted();
    all.push(await measureShape(shape));
  }
  const { textShapes: said } = words;
  const outcome = (code: string) => all.filter(({ answers }) => answers.has(code)).length;
  return {
    bench: 'text-shapes',
    notes: [
      fill(said.sizes, {
        shapes: all.length,
        kilobytes: MAX_UPDATE_BYTES / 1_024,
        sizes: PARTS.length * GROWN.length,
        taken: outcome('stored'),
      }),
    ],
    series: [
      { name: 'turn', label: said.turn, summary: summarise(all.flatMap(({ turns }) => turns)) },
      { name: 'opening', label: said.opening, summary: summarise(all.flatMap(({ openings }) => openings)) },
    ],
    bars: all.map(({ name, turns, answers }, index): Bar => ({
      name: `shape_${index + 1}_ms`,
      label: `${name} (${[...answers].sort().join(', ')})`,
      value: Math.max(...turns),
      bar: LONGEST,
    })),
  };
}

async function measureShape(shape: HostileShape): Promise<ShapeFigures> {
  const turns: number[] = [];
  const openings: number[] = [];
  const answers = new Set<string>();
  for (const grown of shape.before ? GROWN : [1]) {
    for (const part of PARTS) {
      const sized = sizedShape(shape, Math.floor(MAX_UPDATE_BYTES * part), grown);
      const answered = await writeShape(sized);
      answers.add(answered.answer);
      turns.push(await shortestOf(() => writeShape(sized)));
      // A refused update is not part of the document.
      if (answered.answer === 'stored') openings.push(await shortestOf(() => openShape(sized)));
    }
  }
  return { name: shape.name, turns, openings, answers };
}

async function shortestOf(work: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push((await longestTurn(work)).longest);
  return Math.min(...rounds);
}

await runBench(textShapes);
