import { withConnection } from '@cotejo/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { collect, fate, newEvents, newStream } from '../conformance/subject.ts';
import { verifyStream } from '../hash-chain.ts';
import type { PostgresEventStore } from './postgres-event-store.ts';
import { POSITION_LOCK } from './migrations/0002-append.ts';

/** Two nodes whose checks both passed before either wrote: the later one must detect that it was overtaken. */
describe('a node that is overtaken between its checks and its turn', () => {
  let log: PostgresLog;
  let nodes: readonly [PostgresEventStore, PostgresEventStore];
  beforeAll(async () => {
    log = await createPostgresLog();
    nodes = [log.open(), log.open()];
    for (const node of nodes) await node.check();
  });
  afterAll(() => log.drop());

  /** Starts each task once the earlier ones have made their checks and wait for the lock; then releases the lock. */
  async function inTurn<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
    return withConnection(log.appUrl, async (holder) => {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1)', [POSITION_LOCK]);
      const started: Promise<T>[] = [];
      for (const work of works) {
        started.push(work());
        for (let waiting = 0; waiting < started.length;) {
          const { rows } = await holder.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_locks
              where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())`,
          );
          waiting = rows[0]?.waiting ?? 0;
        }
      }
      await holder.query('commit');
      return Promise.all(started);
    });
  }

  it.each([
    ['new', -1n],
    ['existing', 1n],
  ])('loses a race for a version of a(n) %s stream', async (_, expected) => {
    const stream = newStream();
    if (expected >= 0n) await nodes[0].append({ stream, expected: -1n, events: newEvents(2) });
    const fates = await inTurn(
      nodes.map((node) => () => fate(node.append({ stream, expected, events: newEvents(2) }))),
    );
    expect(fates).toEqual(['written', 'conflict']);
    const events = await collect(nodes[0].read(stream));
    expect(events).toHaveLength(Number(expected) + 3);
    expect(await verifyStream(events)).toBeNull();
  });

  it('appends behind the other at "any"', async () => {
    const stream = newStream();
    const appended = await inTurn(
      nodes.map((node) => () => node.append({ stream, expected: 'any', events: newEvents(2) })),
    );
    expect(appended.map(({ version }) => version)).toEqual([1n, 3n]);
    expect(await verifyStream(await collect(nodes[0].read(stream)))).toBeNull();
  });

  it('gets the answer of a command that the other settled, on the same stream or another', async () => {
    for (const streams of [[newStream()], [newStream(), newStream()]]) {
      const commands = [{ id: newStream('command'), intentHash: 'h' }];
      const answers = await inTurn(
        nodes.map((node, n) => () => {
          const stream = streams[n % streams.length] ?? '';
          return node.append({ stream, expected: 'no-stream', events: newEvents(1), commands });
        }),
      );
      expect(answers[1]).toEqual({ ...answers[0], replayed: true });
      const heads = await Promise.all(streams.map((stream) => nodes[0].head(stream)));
      expect(heads.map((head) => head?.version)).toEqual([0n, undefined].slice(0, streams.length));
    }
  });

  it('rejects nothing on a head that moved on', async () => {
    const stream = newStream();
    const commands = [{ id: newStream('command'), intentHash: 'h', outcome: 'rejected' }];
    const fates = await inTurn([
      () => fate(nodes[0].append({ stream, expected: 'no-stream', events: newEvents(1) })),
      () => fate(nodes[1].confirm(stream, -1n, commands)),
    ]);
    expect(fates).toEqual(['written', 'conflict']);
    expect(await nodes[0].settled(commands.map(({ id }) => id))).toEqual([]);
  });

  it('does not drag the neighbours of its group down', async () => {
    const contested = newStream();
    const fates = await inTurn([
      () => Promise.all([fate(nodes[0].append({ stream: contested, expected: -1n, events: newEvents(1) }))]),
      () =>
        Promise.all(
          [newStream(), contested, newStream()].map((stream) =>
            fate(nodes[1].append({ stream, expected: -1n, events: newEvents(1) })),
          ),
        ),
    ]);
    expect(fates).toEqual([['written'], ['written', 'conflict', 'written']]);
  });
});
