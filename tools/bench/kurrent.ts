import { isFakeServer, isRealServer, serveFake } from './kurrent/open-kurrent.ts';
import { measureMoving, MOVED } from './kurrent/measure-moving.ts';
import { measureSeen } from './kurrent/measure-seen.ts';
import { measureSustained, SUSTAINED } from './kurrent/measure-sustained.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';

/** Compares the product on KurrentDB with the product on Postgres, and loads the log in KurrentDB. */
async function kurrent(run: BenchRun): Promise<BenchResult> {
  const moving = await measureMoving(run);
  const sustained = await measureSustained(run);
  const { postgres, kurrent: inKurrent } = await measureSeen(run);
  const { series, figures, bars, notes } = words.kurrent;
  return {
    bench: 'kurrent',
    notes: [fill(isRealServer ? notes.server : notes.fake, { moved: MOVED, seconds: SUSTAINED.seconds })],
    series: [
      { name: 'seen', label: series.seen, summary: inKurrent.seen },
      { name: 'seen_postgres', label: series.seenPostgres, summary: postgres.seen },
      { name: 'acknowledged', label: series.acknowledged, summary: inKurrent.acknowledged },
      { name: 'acknowledged_postgres', label: series.acknowledgedPostgres, summary: postgres.acknowledged },
      { name: 'append', label: series.append, summary: sustained.times },
    ],
    counts: [
      { name: 'append_per_s', label: figures.appended, value: sustained.perSecond },
      { name: 'import_per_s', label: figures.imported, value: moving.imported },
      { name: 'rebuild_per_s', label: figures.rebuilt, value: moving.rebuilt.kurrent },
      { name: 'rebuild_postgres_per_s', label: figures.rebuiltPostgres, value: moving.rebuilt.postgres },
    ],
    bars: [
      {
        name: 'seen_p50_of_postgres',
        label: bars.seenP50,
        value: inKurrent.seen.p50 / postgres.seen.p50,
        bar: 1.5,
      },
      {
        name: 'seen_p95_of_postgres',
        label: bars.seenP95,
        value: inKurrent.seen.p95 / postgres.seen.p95,
        bar: 2,
      },
      {
        name: 'append_of_asked',
        label: bars.appended,
        value: sustained.perSecond / SUSTAINED.perSecond,
        bar: 0.99,
        atLeast: true,
      },
      {
        name: 'rebuild_of_postgres',
        label: bars.rebuilt,
        value: moving.rebuilt.kurrent / moving.rebuilt.postgres,
        bar: 0.5,
        atLeast: true,
      },
      { name: 'import_per_s', label: bars.imported, value: moving.imported, bar: 5_000, atLeast: true },
    ],
  };
}

await (isFakeServer ? serveFake() : runBench(kurrent));
