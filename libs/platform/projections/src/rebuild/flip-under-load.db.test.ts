import { setTimeout as delay } from 'node:timers/promises';
import { APP_ROLE, withConnection } from '@cotejo/database';
import type { EventStore, RecordedEvent } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { PATIENCE_MS, type TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProjectionRunner, readProjectionStatus, rebuildProjection } from '../index.ts';
import { readLag } from '../read-lag.ts';
import { putInto, silent, tallyDatabase, tallyProjector } from '../tally.fixture.ts';

const BOXES = 12;
const FLIPS = 4;

let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;

beforeAll(async () => {
  database = await tallyDatabase();
  await withConnection(database.ownerUrl, (owner) =>
    owner.query(`
      create table read.entry (stream text, number int, name text, primary key (stream, number));
      grant select, insert, update, delete on read.entry to ${APP_ROLE};
    `),
  );
  pool = new pg.Pool({ connectionString: database.appUrl, max: 20, statement_timeout: PATIENCE_MS });
  pool.on('error', () => undefined);
  store = createPostgresEventStore({ connectionString: database.appUrl });
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await database.drop();
});

/** Two tables that agree after every batch, one of them with a feed's cursor. */
const projector = tallyProjector({
  tables: ['tally', 'entry'],
  async apply(events, tx) {
    await tx.query(`insert into ${tx.schema}.entry select * from unnest($1::text[], $2::int[], $3::text[])`, [
      events.map(({ stream }) => stream),
      events.map(({ version }) => version.toString()),
      events.map(nameOf),
    ]);
    await tx.query(
      `insert into ${tx.schema}.tally as t (stream, total, names)
       select stream, count(*), 'some' from unnest($1::text[]) put(stream) group by stream
       on conflict (stream) do update set total = t.total + excluded.total, seen = nextval('read.tally_seen')`,
      [events.map(({ stream }) => stream)],
    );
  },
  async succeed(tx) {
    await tx.query(`update ${tx.schema}.tally set seen = nextval('read.tally_seen')`);
  },
});

const nameOf = ({ data }: RecordedEvent): string => String(data['name']);

interface Row {
  readonly stream: string;
  readonly total: number;
  readonly seen: string;
}

describe('a flip under load (conformance 47)', () => {
  it('loses nothing, counts nothing twice, fails no reader, and never shows an older state than before (47)', async () => {
    const runner = new ProjectionRunner({ store, pool, projector, log: silent });
    runner.start();
    let isOver = false;
    const faults: string[] = [];
    const reads = { statements: 0, frames: 0 };
    const until = (work: () => Promise<void>): Promise<void> =>
      (async () => {
        while (!isOver) await work().catch((error: unknown) => faults.push(String(error)));
      })();

    const written = new Map<string, string[]>();
    let next = 0;
    const write = async (): Promise<void> => {
      const number = next++;
      const stream = `box-${number % BOXES}`;
      const own = written.get(stream) ?? [];
      written.set(stream, own);
      own.push(`[${number}]`);
      await putInto(store, stream, `[${number}]`);
      await delay(5);
    };

    // Totals per stream only grow, and the two tables agree within every statement.
    const seenTotals = new Map<string, number>();
    const readBoth = async (name?: string): Promise<void> => {
      const asked = performance.now();
      const text = `select t.stream, t.total, (select count(*)::int from read.entry e where e.stream = t.stream) as entries
                      from read.tally t`;
      const { rows } = await pool.query<Row & { entries: number }>({ text, ...(name ? { name } : {}) });
      reads.statements += 1;
      for (const { stream, total, entries } of rows) {
        if (total !== entries) faults.push(`${stream} has ${total} and ${entries} entries`);
        const before = latest.get(stream) ?? { total: 0, at: 0 };
        // Compares only with values shown before this statement was sent.
        if (before.at < asked && total < before.total)
          faults.push(`${stream} fell from ${before.total} to ${total}`);
        if (total > before.total) latest.set(stream, { total, at: performance.now() });
      }
      seenTotals.set('all', rows.length);
    };
    const latest = new Map<string, { total: number; at: number }>();

    // Holds the tables longer than one flip attempt waits.
    const linger = async (): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query('begin isolation level repeatable read');
        await client.query('select count(*) from read.entry');
        await delay(400);
        await client.query('select count(*) from read.tally');
        await client.query('commit');
      } finally {
        client.release();
      }
      await delay(300);
    };

    // A follower of the feed reads rows after its cursor; it never gets all of them again unless they are stamped anew.
    const followed = new Map<string, number>();
    let cursor = '0';
    const follow = async (): Promise<void> => {
      const { rows } = await pool.query<Row>(
        'select stream, total, seen::text from read.tally where seen > $1 order by seen limit 5',
        [cursor],
      );
      for (const { stream, total, seen } of rows) {
        followed.set(stream, total);
        cursor = seen;
      }
      reads.frames += rows.length > 0 ? 1 : 0;
      await delay(3);
    };

    const tasks = [
      until(write),
      until(write),
      until(write),
      until(readBoth),
      until(() => readBoth('read-both')),
      until(readBoth),
      until(linger),
      until(follow),
    ];
    try {
      for (let flip = 0; flip < FLIPS; flip++) {
        await delay(300);
        const rebuilt = await rebuildProjection({
          ...{ store, pool, ownerUrl: database.ownerUrl, projector, log: silent, batch: 200 },
        });
        expect(rebuilt).toMatchObject({ generation: flip + 2, parked: [] });
      }
      // There were enough reads to prove anything.
      await vi.waitFor(() => {
        expect(reads.statements).toBeGreaterThan(50);
        expect(reads.frames).toBeGreaterThan(10);
      });
    } finally {
      isOver = true;
      await Promise.all(tasks);
    }
    expect(faults).toEqual([]);

    for (const [stream, own] of written) {
      expect(await runner.waitFor(stream, own.length - 1, PATIENCE_MS)).toBe(true);
    }
    const { rows } = await pool.query<Row & { texts: string[] }>(
      `select t.*, array(select name from read.entry e where e.stream = t.stream) as texts from read.tally t`,
    );
    for (const { stream, texts, total } of rows) {
      expect(texts.toSorted()).toEqual((written.get(stream) ?? []).toSorted());
      expect(total).toBe(texts.length);
    }
    expect(rows).toHaveLength(BOXES);
    const [status] = await readProjectionStatus(pool, store);
    expect(status).toMatchObject({ generation: FLIPS + 1, lag: { events: 0, exact: true, since: null } });
    expect(status?.lag?.head).toBe(status?.position);
    expect((await readLag(pool, store, null)).events).toBe(next);
    await vi.waitFor(async () => {
      await follow();
      expect(Object.fromEntries(followed)).toEqual(
        Object.fromEntries(rows.map((row) => [row.stream, row.total])),
      );
    });
    await runner.stop();
  });
});
