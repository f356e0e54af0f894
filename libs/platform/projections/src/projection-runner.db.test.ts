import { randomUUID } from 'node:crypto';
import type { EventStore, RecordedEvent } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import { PATIENCE_MS, type TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  listParked,
  orderSkip,
  ProjectionRunner,
  ProjectionSignals,
  readProjectionStatus,
  SKIP_STREAM,
} from './index.ts';
import type { Projector } from './index.ts';
import { losingOneCommit } from './losing-one-commit.fixture.ts';
import { putInto, silent, tally, tallyDatabase, tallyProjector } from './tally.fixture.ts';

let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let runners: ProjectionRunner[];

beforeAll(async () => {
  database = await tallyDatabase();
  pool = new pg.Pool({ connectionString: database.appUrl, max: 8 });
  // Connections of a stopped owner are terminated.
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['read.tally', 'es.checkpoint', 'es.parked']) await pool.query(`delete from ${table}`);
  store = createMemoryEventStore();
  runners = [];
});
afterEach(() => Promise.all(runners.map((runner) => runner.stop())));

function runner(
  changes: Partial<Projector> = {},
  options: Partial<ConstructorParameters<typeof ProjectionRunner>[0]> = {},
) {
  const made = new ProjectionRunner({
    store,
    pool,
    projector: tallyProjector(changes),
    log: silent,
    attempts: 2,
    ...options,
  });
  runners.push(made);
  return made;
}

const put = (stream: string, ...names: string[]): Promise<bigint> => putInto(store, stream, ...names);

async function rows(): Promise<Record<string, string>> {
  const { rows: found } = await pool.query<{ stream: string; names: string }>(
    'select stream, names from read.tally order by stream',
  );
  return Object.fromEntries(found.map(({ stream, names }) => [stream, names]));
}

const projected = (stream: string, version: bigint, by: ProjectionRunner) =>
  by.waitFor(stream, version, PATIENCE_MS);

describe('a projection', () => {
  it('catches up in batches and then follows', async () => {
    await put('box-1', 'a', 'b', 'c', 'd', 'e');
    const one = runner({}, { batch: 2 });
    one.start();
    expect(await projected('box-1', 4n, one)).toBe(true);
    const last = await put('box-2', 'x');
    expect(await projected('box-2', last, one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'abcde', 'box-2': 'x' });
  });

  it('reads nothing but what its filter names, yet gets past the rest', async () => {
    await put('other-1', 'z');
    const last = await put('box-1', 'a');
    const one = runner();
    one.start();
    await projected('box-1', last, one);
    expect(await rows()).toEqual({ 'box-1': 'a' });
  });

  it('counts every event once when it crashes between writing the rows and committing them (43)', async () => {
    await put('box-1', 'a', 'b');
    let crashes = 0;
    const crashing = runner({
      async apply(events, tx) {
        await tally(events, tx);
        if (crashes++ < 3) await tx.query('select pg_terminate_backend(pg_backend_pid())');
      },
    });
    crashing.start();
    expect(await projected('box-1', 1n, crashing)).toBe(true);
    expect(crashes).toBeGreaterThan(3);
    expect(await rows()).toEqual({ 'box-1': 'ab' });
  });

  it.each([
    ['whose answer was lost', false],
    ['whose answer was lost while its commit was still on its way', true],
  ])('counts every event once when it had committed a batch %s', async (_, isLate) => {
    await put('box-1', 'a', 'b');
    const one = runner({}, { pool: losingOneCommit(pool, isLate) });
    one.start();
    expect(await projected('box-1', 1n, one)).toBe(true);
    expect(await projected('box-1', await put('box-1', 'c'), one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'abc' });
    expect(await listParked(pool)).toEqual([]);
  });

  it('answers false while an event is not projected, and at once true when it is', async () => {
    const version = await put('box-1', 'a');
    const idle = runner();
    expect(await idle.waitFor('box-1', version, 50)).toBe(false);
    idle.start();
    expect(await projected('box-1', version, idle)).toBe(true);
    expect(await idle.waitFor('box-1', version, PATIENCE_MS)).toBe(true);
    expect(await idle.waitFor('box-9', 0n, 50)).toBe(false);
  });

  it('does not wait for rows of an event that the filter hides, only for those before it', async () => {
    const putHidden = async () => {
      const hidden = { id: randomUUID(), type: 'Hidden', schemaVersion: 1, data: {} };
      const meta = { actor: 'test', at: '2026-01-01T00:00:00.000Z' };
      return (await store.append({ stream: 'box-1', expected: 'any', events: [{ ...hidden, meta }] }))
        .version;
    };
    const one = runner({ filter: { streamPrefixes: ['box-'], types: ['Put'] } });
    one.start();
    expect(await projected('box-1', await put('box-1', 'a'), one)).toBe(true);
    await one.stop();
    // A stopped owner never moves its checkpoint.
    const hidden = await putHidden();
    expect(await projected('box-1', hidden, one)).toBe(true);
    await put('box-1', 'b');
    const last = await putHidden();
    expect(await one.waitFor('box-1', last, 50)).toBe(false);
    expect(await projected('box-1', hidden, one)).toBe(true);
    one.start();
    expect(await projected('box-1', last, one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'ab' });
  });

  it('answers whether the rows of a prefix hold all that lies in the log', async () => {
    await put('box-1', 'a');
    const idle = runner();
    expect(await idle.waitForAll('box-', 50)).toBe(false);
    expect(await idle.waitForAll('crate-', 50)).toBe(true);
    idle.start();
    expect(await idle.waitForAll('box-', PATIENCE_MS)).toBe(true);
    await put('box-2', 'x', 'y');
    expect(await idle.waitForAll('box-', PATIENCE_MS)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'a', 'box-2': 'xy' });
    await idle.stop();
    await put('box-2', 'z');
    expect(await idle.waitForAll('box-1', 50)).toBe(true);
    expect(await idle.waitForAll('box-2', 50)).toBe(false);
  });

  it('rings whoever listens once a batch is committed', async () => {
    const signals = new ProjectionSignals(database.appUrl, silent);
    const heard: (string | null)[] = [];
    signals.onProjected((name) => heard.push(name));
    await signals.start();
    const one = runner({}, { signals });
    one.start();
    await projected('box-1', await put('box-1', 'a'), one);
    await vi.waitFor(() => expect(heard).toContain('tally'));
    await signals.stop();
  });

  it('listens again after its connection was cut', async () => {
    const signals = new ProjectionSignals(database.appUrl, silent);
    await signals.start();
    const heard: (string | null)[] = [];
    signals.onProjected((name) => heard.push(name));
    // Restricted to this database: servers of other tests listen on the same cluster.
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
                       where query = 'listen cotejo_projected' and usename = current_user
                         and datname = current_database() and pid <> pg_backend_pid()`);
    // Notifications may have been missed: null makes listeners check for themselves.
    await vi.waitFor(() => expect(heard).toContain(null));
    await pool.query(`select pg_notify('cotejo_projected', 'tally')`);
    await vi.waitFor(() => expect(heard).toContain('tally'));
    await signals.stop();
  });
});

describe('two owners of one projection', () => {
  it('work one at a time: the other stands by and takes over when the first leaves', async () => {
    const [first, second] = [runner(), runner()];
    first.start();
    await projected('box-1', await put('box-1', 'a'), first);
    second.start();
    await vi.waitFor(() => expect(second.state).toBe('standby'));
    // Also through the runner that stands by.
    expect(await second.waitFor('box-1', 0n, PATIENCE_MS)).toBe(true);
    await first.stop();
    expect(await projected('box-1', await put('box-1', 'b'), second)).toBe(true);
    expect(second.state).toBe('owner');
    expect(await rows()).toEqual({ 'box-1': 'ab' });
  });

  it('cannot both commit: one that was paused past its lease rolls back (44)', async () => {
    await put('box-1', 'a');
    let resume: () => void = () => undefined;
    let entered: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (resume = resolve));
    const inside = new Promise<void>((resolve) => (entered = resolve));
    let pauses = 1;
    const slow = runner({
      async apply(events, tx) {
        if (pauses-- > 0) {
          entered();
          await paused;
        }
        await tally(events, tx);
      },
    });
    slow.start();
    await inside;
    // Simulates a pause of the whole process: its lease expired and another owner has begun.
    await pool.query(
      `update es.checkpoint set owner = 'another', epoch = epoch + 1,
              lease_until = clock_timestamp() + interval '1 hour'`,
    );
    const before = await rows();
    resume();
    await vi.waitFor(() => expect(slow.state).toBe('standby'));
    expect(await rows()).toEqual(before);
    // The other owner falls silent in turn, so the first comes back and counts the event, once.
    await pool.query('update es.checkpoint set lease_until = clock_timestamp()');
    expect(await projected('box-1', 0n, slow)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'a' });
  });
});

describe('a poisonous event', () => {
  const poisonous = (isPoison: (event: RecordedEvent) => boolean): Partial<Projector> => ({
    async apply(events, tx) {
      for (const event of events) {
        if (isPoison(event)) throw new TypeError(`cannot read ${event.data['name'] as string}`);
        await tally([event], tx);
      }
    },
  });

  it('parks its stream from there on, keeps what came before it, and lets the others run (45)', async () => {
    await put('box-1', 'a', '☠', 'c');
    const last = await put('box-2', 'x');
    const one = runner(poisonous(({ data }) => data['name'] === '☠'));
    one.start();
    expect(await projected('box-2', last, one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'a', 'box-2': 'x' });
    expect(await listParked(pool)).toMatchObject([
      { projector: 'tally', stream: 'box-1', position: '2', error: expect.stringContaining('cannot read ☠') },
    ]);
    const later = await put('box-1', 'd');
    // At once, not after the timeout.
    expect(await one.waitFor('box-1', later, 60_000)).toBe(false);
    expect(await rows()).toEqual({ 'box-1': 'a', 'box-2': 'x' });
  });

  it('runs again from where it stopped once the cause is gone, and follows the later events', async () => {
    await put('box-1', 'a', '☠', 'c');
    let isPoison = true;
    const one = runner(poisonous(({ data }) => isPoison && data['name'] === '☠'));
    one.start();
    await vi.waitFor(async () => expect(await listParked(pool)).toHaveLength(1));
    expect(await one.retry()).toMatchObject([{ stream: 'box-1', ok: false }]);
    expect((await listParked(pool))[0]?.attempts).toBe(3);
    isPoison = false;
    // Simulates another process: this runner does not own the lease.
    expect(await runner(poisonous(() => false)).retry('box-1')).toEqual([
      { stream: 'box-1', ok: true, error: null },
    ]);
    expect(await rows()).toEqual({ 'box-1': 'a☠c' });
    expect(await projected('box-1', await put('box-1', 'd'), one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'a☠cd' });
  });

  it('is passed over once an operator orders it, live and in what begins anew; the log keeps it', async () => {
    await put('box-1', 'a', '☠', 'c');
    const isSkull = poisonous(({ data }) => data['name'] === '☠');
    const one = runner(isSkull);
    one.start();
    await vi.waitFor(async () => expect(await listParked(pool)).toHaveLength(1));
    const order = { projector: 'tally', stream: 'box-1', reason: 'made up by a client', by: 'system:ops' };
    await expect(orderSkip({ store, pool }, { ...order, version: 2n })).rejects.toMatchObject({
      code: 'not_parked',
    });
    expect(await one.retry()).toMatchObject([{ ok: false }]);
    await orderSkip({ store, pool }, { ...order, version: 1n });
    expect(await one.retry()).toEqual([{ stream: 'box-1', ok: true, error: null }]);
    expect(await projected('box-1', await put('box-1', 'd'), one)).toBe(true);
    expect(await rows()).toEqual({ 'box-1': 'acd' });
    await one.stop();
    // Simulates an empty database: no stream is parked again.
    for (const table of ['read.tally', 'es.checkpoint']) await pool.query(`delete from ${table}`);
    const anew = runner(isSkull);
    anew.start();
    expect(await projected('box-1', 3n, anew)).toBe(true);
    expect([await rows(), await listParked(pool)]).toEqual([{ 'box-1': 'acd' }, []]);
    const [skipped] = (await store.readAll(null, { filter: { streamPrefixes: [SKIP_STREAM] } })).events;
    expect(skipped).toMatchObject({
      data: { stream: 'box-1', version: '1', reason: 'made up by a client' },
      meta: { actor: 'system:ops' },
    });
  });

  it('is told from a fault of the statement, for which no stream is parked', async () => {
    await put('box-1', 'a');
    const log = { ...silent, error: vi.fn() };
    const broken = runner(
      { apply: async (_, tx) => void (await tx.query('select * from no_such_table')) },
      { log },
    );
    broken.start();
    await vi.waitFor(() => expect(log.error).toHaveBeenCalled());
    expect(await listParked(pool)).toEqual([]);
  });
});

describe('a checkpoint (conformance 50)', () => {
  const refusedBy = async (
    made: ProjectionRunner,
    log: { error: ReturnType<typeof vi.fn> },
    text: string,
  ) => {
    made.start();
    await vi.waitFor(() =>
      expect(log.error).toHaveBeenCalledWith(
        expect.objectContaining({ error: expect.stringContaining(text) }),
        expect.any(String),
      ),
    );
    expect(made.state).toBe('faulted');
  };

  it('is refused when it was made against another store (50)', async () => {
    const one = runner();
    one.start();
    await projected('box-1', await put('box-1', 'a'), one);
    await one.stop();
    store = createMemoryEventStore();
    await put('box-1', 'other');
    const log = { ...silent, error: vi.fn() };
    await refusedBy(runner({}, { log }), log, 'rebuild');
    expect(await rows()).toEqual({ 'box-1': 'a' });
  });

  it.each(['memory', 'postgres'])('is refused when it lies ahead of the log (%s)', async (kind) => {
    const opened = createPostgresEventStore({ connectionString: database.appUrl });
    if (kind === 'postgres') store = opened;
    const one = runner();
    one.start();
    await projected('box-1', await put('box-1', 'a'), one);
    await one.stop();
    const before = await rows();
    await pool.query(`update es.checkpoint set position = position + 1000`);
    await put('box-1', 'b');
    const log = { ...silent, error: vi.fn() };
    const two = runner({}, { log });
    await refusedBy(two, log, 'ahead of the log');
    expect(await rows()).toEqual(before);
    const [status] = await readProjectionStatus(pool, store);
    expect(status?.lag).toBeNull();
    await two.stop();
    await opened.close();
  });
});
