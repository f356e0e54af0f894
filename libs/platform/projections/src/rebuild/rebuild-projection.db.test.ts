import { withConnection } from '@cotejo/database';
import { PATIENCE_MS } from '@cotejo/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readProjectionStatus } from '../index.ts';
import { tally } from '../tally.fixture.ts';
import { describeTables } from './describe-tables.ts';
import { TallyRig } from './tally-rig.fixture.ts';

let rig: TallyRig;
beforeAll(async () => {
  rig = await TallyRig.open();
});
afterAll(() => rig.drop());
beforeEach(() => rig.reset());
afterEach(() => rig.stop());

describe('a rebuild (conformance 46)', () => {
  it('comes to the rows that grew live, byte for byte, however the log is cut into batches (46)', async () => {
    const history = fc.array(
      fc.record({
        box: fc.integer({ min: 1, max: 4 }),
        put: fc.array(fc.string({ unit: 'grapheme' }).filter(isStorable), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, a, b) => {
          await rig.reset();
          const one = rig.runner({}, { batch: a });
          one.start();
          let last: readonly [string, bigint] = ['', 0n];
          for (const { box, put: texts } of steps)
            last = [`box-${box}`, await rig.put(`box-${box}`, ...texts)];
          expect(await one.waitFor(...last, PATIENCE_MS)).toBe(true);
          await one.stop();
          const grown = await rig.dump();
          expect(grown).not.toBe('');
          await rig.rebuild({}, { batch: b });
          expect(await rig.dump()).toBe(grown);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('leaves tables that are made exactly as before: columns, keys, names, rights, settings', async () => {
    const describeLive = () =>
      withConnection(rig.database.ownerUrl, (client) => describeTables(client, 'read', ['tally']));
    const before = await describeLive();
    expect(JSON.stringify(before)).toContain('tally_longest');
    await rig.put('box-1', 'a');
    await rig.rebuild();
    expect(await describeLive()).toEqual(before);
    expect(await rig.names()).toEqual({ 'box-1': 'a' });
    expect(await rig.schemas()).toEqual(['read']);
    // Later migrations find indexes, constraints and comments by name.
    await rig.asOwner(`begin; alter index read.tally_longest rename to x; alter table read.tally drop constraint tally_counts,
      drop constraint tally_of_stream; comment on column read.tally.total is 'y'; rollback`);
  });

  it('goes on while the live rows do, and is theirs in the end', async () => {
    const one = rig.runner();
    one.start();
    await one.waitFor('box-1', await rig.put('box-1', 'a', 'b', 'c', 'd'), PATIENCE_MS);
    let later = -1n;
    await rig.rebuild({
      async apply(events, tx) {
        // New events arrive during each batch of the build.
        if (tx.schema !== 'read' && later < 3n) later = await rig.put('box-2', 'x');
        await tally(events, tx);
      },
    });
    expect(await one.waitFor('box-2', await rig.put('box-2', 'y'), PATIENCE_MS)).toBe(true);
    expect(await rig.names()).toEqual({ 'box-1': 'abcd', 'box-2': `${'x'.repeat(Number(later) + 1)}y` });
    expect(await rig.live()).toEqual({ live_generation: 2, live_version: 1, building_generation: null });
    expect(await readProjectionStatus(rig.pool, rig.store)).toMatchObject([
      {
        projector: 'tally',
        role: 'live',
        generation: 2,
        held: true,
        parked: 0,
        lag: { events: 0, since: null },
      },
    ]);
  });

  it('is taken up where a run that was broken off has left it', async () => {
    await rig.put('box-1', 'a', 'b', 'c', 'd', 'e', 'f', 'g');
    const stop = new AbortController();
    const seen: number[] = [];
    const broken = rig.rebuild(
      {
        async apply(events, tx) {
          seen.push(events.length);
          await tally(events, tx);
          if (seen.length === 2) stop.abort();
        },
      },
      { signal: stop.signal },
    );
    await expect(broken).rejects.toThrow();
    expect(await rig.schemas()).toEqual(['read', 'read_tally_g2']);
    expect(await readProjectionStatus(rig.pool, rig.store)).toMatchObject([
      { role: 'live', generation: 1, lag: { events: 7 } },
      { role: 'building', generation: 2, position: '6', lag: { events: 1, exact: true }, held: false },
    ]);
    expect(await rig.rebuild()).toMatchObject({ generation: 2, resumed: true, events: 1 });
    expect(await rig.names()).toEqual({ 'box-1': 'abcdefg' });
  });

  it.each([
    { when: 'the code has another version', changes: { version: 2 }, sql: '' },
    { when: 'the tables were altered meanwhile', changes: {}, sql: 'alter table read.tally add extra int' },
    {
      when: 'the log was restored meanwhile',
      changes: {},
      sql: 'update es.checkpoint set incarnation = gen_random_uuid()',
    },
  ])('is begun anew when $when', async ({ changes, sql }) => {
    await rig.put('box-1', 'a', 'b', 'c', 'd');
    const stop = new AbortController();
    const broken = rig.rebuild(
      {
        async apply(events, tx) {
          await tally(events, tx);
          stop.abort();
        },
      },
      { signal: stop.signal },
    );
    await expect(broken).rejects.toThrow();
    if (sql !== '') await rig.asOwner(sql);
    expect(await rig.rebuild(changes)).toMatchObject({ generation: 3, resumed: false, events: 4 });
    expect(await rig.names()).toEqual({ 'box-1': 'abcd' });
    expect(await rig.schemas()).toEqual(['read']);
    await rig.asOwner('alter table read.tally drop column if exists extra');
  });

  it('begins anew when a migration alters the tables while it runs', async () => {
    await rig.put('box-1', 'a', 'b', 'c', 'd');
    let runs = 0;
    const rebuilt = await rig.rebuild({
      async apply(events, tx) {
        if (runs++ === 1) await rig.asOwner('create index tally_late on read.tally (total)');
        await tally(events, tx);
      },
    });
    expect(rebuilt).toMatchObject({ generation: 3, resumed: false });
    const { rowCount } = await rig.pool.query(
      `select from pg_indexes where schemaname = 'read' and indexname = 'tally_late'`,
    );
    expect(rowCount).toBe(1);
    await rig.asOwner('drop index read.tally_late');
  });

  it('is one process’s at a time, and goes to another once that one falls silent', async () => {
    await rig.put('box-1', 'a', 'b', 'c', 'd');
    let entered: () => void = () => undefined;
    let resume: () => void = () => undefined;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const paused = new Promise<void>((resolve) => (resume = resolve));
    // With this lease its next renewal is minutes away: until then it is silent.
    const first = rig.rebuild(
      {
        async apply(events, tx) {
          await tally(events, tx);
          entered();
          await paused;
        },
      },
      { leaseMs: 600_000 },
    );
    const fate = first.then(
      () => 'flipped',
      (error: unknown) => String(error),
    );
    await inside;
    await expect(rig.rebuild({}, { leaseMs: 100 })).rejects.toMatchObject({ code: 'busy' });
    // Simulates a stopped process: its lease expires, and its open transaction is ended.
    await rig.asOwner(`update es.checkpoint set lease_until = clock_timestamp() where generation = 2`);
    const second = rig.rebuild();
    await expect(second).resolves.toMatchObject({ generation: 2, resumed: true });
    resume();
    expect(await fate).toContain('another process has taken it over');
    expect(await rig.names()).toEqual({ 'box-1': 'abcd' });
  });

  it.each([
    { what: 'a table that is not there', changes: { tables: ['tally', 'tallies'] }, names: 'tallies' },
    {
      what: 'a view that hangs on it',
      changes: {},
      sql: 'create view public.top as select * from read.tally',
      names: 'view top',
    },
    {
      what: 'a foreign key to it',
      changes: {},
      sql: 'create table public.top (stream text constraint top_of references read.tally)',
      names: 'foreign key top_of',
    },
  ])('refuses $what, by its name, and touches nothing', async ({ changes, sql, names: named }) => {
    if (sql) await rig.asOwner(sql);
    const refused = rig.rebuild(changes);
    await expect(refused).rejects.toMatchObject({ code: 'tables', details: expect.stringContaining(named) });
    expect(await rig.schemas()).toEqual(['read']);
    await rig.asOwner('drop view if exists public.top').catch(() => rig.asOwner('drop table public.top'));
  });
});

/** Whether Postgres can store the value as text. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000');
}
