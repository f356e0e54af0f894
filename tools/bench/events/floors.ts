import type { NewEvent } from '@cotejo/event-store';
import { createClient } from '@cotejo/database/connections';
import type { BenchRun } from '../run-bench.ts';
import { makeEvent } from './make-event.ts';
import { runCallers, type Load, type LoadResult } from './run-callers.ts';

/** Columns and keys of the log without its checks: the minimum of any event store in Postgres. */
const TABLE = `
  create schema bench;
  create table bench.event (
    position bigint generated always as identity primary key,
    stream_id text collate "C" not null,
    version bigint not null,
    event_id uuid not null unique,
    type text collate "C" not null,
    data jsonb not null,
    meta jsonb not null,
    recorded_at timestamptz not null default clock_timestamp(),
    unique (stream_id, version)
  )`;
const INSERT = 'insert into bench.event (stream_id, version, event_id, type, data, meta) values';
const COLUMNS = 6;
const BATCH = 100;

export interface Floors {
  /** Callers on a connection each; one row and one commit per call. */
  singleRows(load: Load): Promise<LoadResult>;
  /** Rows per second of one connection that repeatedly inserts many rows in one statement and commits. */
  handBatched(load: Omit<Load, 'callers'>): Promise<number>;
}

export async function openFloors(
  run: BenchRun,
  { ownerUrl, callers }: { readonly ownerUrl: string; readonly callers: number },
): Promise<Floors> {
  const clients = await Promise.all(
    Array.from({ length: callers }, async () => {
      const client = createClient({ connectionString: ownerUrl });
      await client.connect();
      run.atEnd(() => client.end());
      return client;
    }),
  );
  const [first] = clients;
  if (!first) throw new RangeError('floors need a caller');
  await first.query(TABLE);
  return {
    singleRows: (load) =>
      runCallers(load, async ({ stream, version, caller }) => {
        const row = valuesOf(stream, version + 1n, makeEvent(caller));
        await clients[caller]?.query({
          name: 'bench-single',
          text: `${INSERT} ${placeholders(1)}`,
          values: row,
        });
        return version + 1n;
      }),
    handBatched: async ({ milliseconds, signal }) => {
      const text = `${INSERT} ${placeholders(BATCH)}`;
      const began = performance.now();
      let rows = 0;
      for (; performance.now() < began + milliseconds && !signal.aborted; rows += BATCH) {
        const values = Array.from({ length: BATCH }, (_, n) =>
          valuesOf(`batch-${n}`, BigInt(Math.round(began) * 1_000_000 + rows), makeEvent(n)),
        ).flat();
        await first.query({ name: 'bench-batch', text, values });
      }
      return (rows * 1_000) / (performance.now() - began);
    },
  };
}

const valuesOf = (stream: string, version: bigint, { id, type, data, meta }: NewEvent): string[] => [
  stream,
  String(version),
  id,
  type,
  JSON.stringify(data),
  JSON.stringify(meta),
];

function placeholders(rows: number): string {
  const row = (first: number) =>
    `(${Array.from({ length: COLUMNS }, (_, column) => `$${first + column}`).join(', ')})`;
  return Array.from({ length: rows }, (_, n) => row(n * COLUMNS + 1)).join(', ');
}
