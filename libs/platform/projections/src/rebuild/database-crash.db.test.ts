import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_ROLE, startEmbedded, withConnection, type EmbeddedDatabase } from '@cotejo/database';
import type { EventStore, Position } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProjectionRunner, rebuildProjection, type ProjectionTransaction } from '../index.ts';
import { createSimpleTable, simpleProjector } from '../simple-projector.fixture.ts';
import { putInto, silent } from '../tally.fixture.ts';

const EVENTS = 400;
const BATCH = 10;

let folder: string;
let database: EmbeddedDatabase;
let pool: pg.Pool;
let store: EventStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-database-crash-'));
  // When run as root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o711);
  database = await startEmbedded({ dataDir: folder, log: () => undefined });
  await migrateEventStore(database.ownerUrl, { appRole: APP_ROLE });
  await createSimpleTable(database.ownerUrl, APP_ROLE);
  await withConnection(database.adminUrl, async (admin) => {
    // Asynchronous commits stay in memory for long, so that a crash undoes many of them.
    await admin.query(`alter system set wal_writer_delay = '10s'`);
    await admin.query(`alter system set wal_writer_flush_after = '1GB'`);
    await admin.query('select pg_reload_conf()');
  });
  pool = new pg.Pool({ connectionString: database.appUrl, max: 6 });
  pool.on('error', () => undefined);
  store = createMemoryEventStore();
  for (let stream = 0; stream < EVENTS / 10; stream++) {
    await putInto(store, `box-${stream}`, ...Array.from({ length: 10 }, (_, at) => `${stream}.${at}`));
  }
});
afterAll(async () => {
  await pool.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The checkpoint of the tables being built, and whether their rows match the log up to it. */
async function built(): Promise<{ position: number; rows: number }> {
  const { rows } = await pool.query<{ position: number; rows: number }>(
    `select position::int, (select count(*)::int from read_simple_g2.simple_item) as rows
       from es.checkpoint where projector = 'simple' and generation = 2`,
  );
  return rows[0] ?? { position: -1, rows: -1 };
}

/**
 * Waits for the crash to reach this transaction. Until then the transaction could still commit, and a later synchronous
 * commit (releasing the lease) would flush the rows that must be lost.
 */
async function untilCutOff(tx: ProjectionTransaction): Promise<void> {
  for (;;) {
    const alive = await tx.query('select').then(
      () => true,
      () => false,
    );
    if (!alive) return;
  }
}

describe('a crash of the database while tables are built anew', () => {
  it('takes back rows and checkpoint together, and what it took back is built again', async () => {
    const before: { position: number }[] = [];
    const broken = new AbortController();
    const pid = database.postgresPid();
    let applied = 0;
    const rebuild = rebuildProjection({
      ...{ store, pool, ownerUrl: database.ownerUrl, log: silent, batch: BATCH, signal: broken.signal },
      // No lease renewal in between: it would flush the rows.
      leaseMs: 600_000,
      projector: {
        ...simpleProjector,
        async apply(events, tx) {
          if (++applied === 20) {
            before.push(await built());
            process.kill(pid, 'SIGQUIT');
            await untilCutOff(tx);
            broken.abort();
          }
          await simpleProjector.apply(events, tx);
        },
      },
    });
    await expect(rebuild).rejects.toThrow();
    expect(before[0]?.position).toBe(19 * BATCH);

    await vi.waitFor(async () => void (await pool.query('select')), { interval: 200 });
    const after = await built();
    // Otherwise nothing was lost and the test proves nothing; and both must agree.
    expect(after.position).toBeLessThan(19 * BATCH);
    expect(after.rows).toBe(after.position);

    await pool.query(`update es.checkpoint set lease_until = null, owner = null where generation = 2`);
    await rebuildProjection({
      store,
      pool,
      ownerUrl: database.ownerUrl,
      log: silent,
      projector: simpleProjector,
    });
    expect(await shown()).toEqual(await wholeLog());
  });
});

describe('a crash of the database under an owner that lives on', () => {
  it.each([
    ['without a beat of the lease in between', 600_000],
    ['with beats of the lease, which note how far was read', 900],
  ])('takes back what was not on the disk, and it is written again: %s', async (_, leaseMs) => {
    await pool.query(`delete from es.checkpoint where projector = 'simple'`);
    await pool.query('delete from read.simple_item');
    let pages = 0;
    let before = -1;
    /** Number of pages applied each time the rows got an owner. */
    const resumed: number[] = [];
    const beats = { are: 0, areHeld: false };
    const runner = new ProjectionRunner({
      ...{ store, pool: beating(beats), log: silent, leaseMs, batch: BATCH },
      projector: {
        ...simpleProjector,
        resume() {
          resumed.push(pages);
          return Promise.resolve();
        },
        async apply(events, tx) {
          await simpleProjector.apply(events, tx);
          pages++;
          if (pages === 10 && leaseMs < 600_000) await vi.waitFor(() => expect(beats.are).toBeGreaterThan(0));
          // Another renewal would flush the rows that the crash must undo.
          if (pages === 15) beats.areHeld = true;
          if (pages !== 20) return;
          before = await projected();
          process.kill(database.postgresPid(), 'SIGQUIT');
          await untilCutOff(tx);
          beats.areHeld = false;
        },
      },
    });
    runner.start();
    try {
      await vi.waitFor(() => expect(before).toBe(19 * BATCH), { interval: 50 });
      await vi.waitFor(async () => expect(await shown()).toEqual(await wholeLog()), {
        interval: 200,
      });
      // Pages were applied again; otherwise the crash undid nothing and the test proves nothing.
      expect(pages).toBeGreaterThan(EVENTS / BATCH + 1);
      expect(resumed[0]).toBe(0);
      expect(resumed.at(-1)).toBeGreaterThanOrEqual(20);
    } finally {
      await runner.stop();
    }
  });

  /** The pool with lease renewals counted, and failing while they are blocked. */
  const beating = (beats: { are: number; areHeld: boolean }): pg.Pool =>
    new Proxy(pool, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (key !== 'query') return value.bind(target) as unknown;
        return async (text: string, values: unknown[]) => {
          const isBeat = text.includes('set lease_until = clock_timestamp() +');
          if (isBeat && beats.areHeld) throw new Error('held');
          const result = await target.query(text, values);
          if (isBeat) beats.are++;
          return result;
        };
      },
    });

  const projected = async (): Promise<number> => {
    const { rows } = await pool.query<{ position: number }>(
      `select position::int from es.checkpoint where projector = 'simple'`,
    );
    return rows[0]?.position ?? -1;
  };
});

async function shown(): Promise<readonly object[]> {
  const { rows } = await pool.query<{ stream: string; version: string; title: string }>(
    'select stream, version::text, title from read.simple_item order by stream, version',
  );
  return rows;
}

/** The log in the form of the simple read model. */
async function wholeLog(): Promise<readonly object[]> {
  const rows: { stream: string; version: string; title: string }[] = [];
  let after: Position | null = null;
  for (;;) {
    const page = await store.readAll(after, { limit: 100 });
    for (const { stream, version, data } of page.events) {
      rows.push({ stream, version: String(version), title: String(data['name']) });
    }
    if (page.atEnd) break;
    after = page.next;
  }
  const keyOf = ({ stream, version }: (typeof rows)[number]): string =>
    `${stream} ${version.padStart(4, '0')}`;
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
