import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { fillLog } from './events/fill-log.ts';
import { makeEvents } from './events/make-event.ts';
import { measureAppends } from './events/measure-appends.ts';
import { measureArchive } from './events/measure-archive.ts';
import { measureFollowing } from './events/measure-following.ts';
import { measurePast } from './events/measure-past.ts';
import { measureCatchUp, rebuild } from './events/measure-projection.ts';
import { readEverything } from './events/measure-reading.ts';
import { openDatabase } from './events/open-database.ts';
import { doPart, partAsked, runPart } from './events/run-part.ts';
import { summarise } from './measure/statistics.ts';
import type { BenchResult } from './report/bench-report.ts';
import { fill, words } from './report/words.ts';
import { runBench, type BenchRun } from './run-bench.ts';
import { sized } from './measure/sized.ts';

const PARTS = { read: readEverything, rebuild };
/** Events of the log for verifying, exporting and catching up, and of the one for reading and rebuilding. */
const SMALL = sized(250_000, 2_000);
const LARGE = sized(1_000_000, 5_000);
const MEGABYTE = 1_048_576;

/** Measures the event core beside its floors: writing, following, projecting, reading the past, verifying. */
async function events(run: BenchRun): Promise<BenchResult> {
  const first = await openDatabase(run);
  const store = createPostgresEventStore({ connectionString: first.appUrl });
  run.atEnd(() => store.close());
  const appends = await measureAppends(run, first, store);
  const following = summarise(await measureFollowing(run, first));
  const past = await measurePast(store);

  const second = await openDatabase(run);
  const long = createPostgresEventStore({ connectionString: second.appUrl });
  run.atEnd(() => long.close());
  await fillLog(long, { from: 0, to: SMALL, signal: run.signal });
  const archive = await measureArchive(run, second);
  const stream = 'last';
  await long.append({ stream, expected: 'no-stream', events: makeEvents(1) });
  const caughtUp = await measureCatchUp(run, second, { store: long, stream, events: SMALL });
  await fillLog(long, { from: SMALL, to: LARGE, signal: run.signal });
  const reading = await runPart(run, 'read', second);
  const rebuilding = await runPart(run, 'rebuild', second);

  const append = summarise(appends.latencies);
  const withSnapshots = summarise(past.withSnapshots);
  const rebuilt = rebuilding.events / rebuilding.seconds;
  const over = ({ peak, idle }: typeof reading) => (peak - idle) / MEGABYTE;
  const { series, figures, bars, notes } = words.events;
  return {
    bench: 'events',
    notes: [fill(notes.sizes, { small: SMALL, large: rebuilding.events, past: past.events })],
    series: [
      { name: 'append', label: series.append, summary: append },
      { name: 'follow', label: series.follow, summary: following },
      { name: 'past_with_snapshots', label: series.withSnapshots, summary: withSnapshots },
    ],
    counts: [
      { name: 'append_per_s', label: figures.port, value: appends.port },
      { name: 'floor_single_rows_per_s', label: figures.singleRows, value: appends.singleRows },
      { name: 'floor_hand_batched_per_s', label: figures.handBatched, value: appends.handBatched },
      { name: 'floor_once_per_append_per_s', label: figures.oncePerAppend, value: appends.oncePerAppend },
      { name: 'append_10_events_per_s', label: figures.many, value: appends.many },
      { name: 'append_100_events_per_s', label: figures.large, value: appends.large },
      { name: 'catch_up_per_s', label: figures.caughtUp, value: caughtUp },
      { name: 'rebuild_per_s', label: figures.rebuilt, value: rebuilt },
      { name: 'rebuild_over_idle_mb', label: figures.rebuildMemory, value: over(rebuilding) },
      { name: 'read_per_s', label: figures.read, value: reading.events / reading.seconds },
      { name: 'read_over_idle_mb', label: figures.readMemory, value: over(reading) },
      { name: 'past_stream_read_ms', label: figures.pastRead, value: past.read },
      { name: 'past_without_snapshot_ms', label: figures.withoutSnapshot, value: past.withoutSnapshot },
      { name: 'verify_per_s', label: figures.verified, value: archive.verified },
      { name: 'export_per_s', label: figures.exported, value: archive.exported },
      {
        name: 'export_mb_per_s',
        label: figures.exportedBytes,
        value: (archive.exportedBytes * archive.exported) / archive.events / MEGABYTE,
      },
    ],
    figures: { append_of_single_rows: appends.port / appends.singleRows },
    bars: [
      {
        name: 'append_per_once_per_append',
        label: bars.oncePerAppend,
        value: appends.port / appends.oncePerAppend,
        bar: 4,
        atLeast: true,
      },
      {
        name: 'append_per_hand_batched',
        label: bars.handBatched,
        value: appends.port / appends.handBatched,
        bar: 0.25,
        atLeast: true,
      },
      { name: 'append_p99_ms', label: bars.append, value: append.p99, bar: 20 },
      { name: 'follow_p95_ms', label: bars.follow, value: following.p95, bar: 15 },
      { name: 'rebuild_per_s', label: bars.rebuilt, value: rebuilt, bar: 15_000, atLeast: true },
      { name: 'rebuild_over_idle_mb', label: bars.rebuildMemory, value: over(rebuilding), bar: 300 },
      { name: 'past_max_ms', label: bars.past, value: withSnapshots.max, bar: 250 },
      { name: 'export_per_s', label: bars.exported, value: archive.exported, bar: 30_000, atLeast: true },
    ],
  };
}

const part = partAsked();
if (part === undefined) await runBench(events);
else await doPart(PARTS[part as keyof typeof PARTS]);
