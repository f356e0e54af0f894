import { withConnection } from '@cotejo/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { collect, newEvents, newStream } from '../conformance/subject.ts';
import { verifyStream } from '../hash-chain.ts';
import { prepareConfirm } from '../validate.ts';
import { APPEND_SQL, encodeGroup } from './group.ts';
import { migrateEventStore } from './migrate.ts';

describe('the guards of the Postgres event store', () => {
  let log: PostgresLog;
  const stream = newStream();
  beforeAll(async () => {
    log = await createPostgresLog();
    await log.open().append({
      stream,
      expected: 'no-stream',
      events: newEvents(3),
      commands: [{ id: 'command', intentHash: 'h' }],
    });
  });
  afterAll(() => log.drop());

  it.each([
    'update es.event set type = type',
    'delete from es.event',
    'truncate es.event',
    'insert into es.event select * from es.event',
    'update es.stream set version = version + 1',
    'delete from es.command',
    'update es.store set incarnation = gen_random_uuid()',
    'delete from es.migration',
    'create table es.mine ()',
  ])('do not let the application %s', async (sql) => {
    await withConnection(log.appUrl, (client) =>
      expect(client.query(sql)).rejects.toThrow(/permission denied/),
    );
  });

  it('let nobody pass heads and answers of another log in', async () => {
    const page = {
      store: null,
      after: '-1',
      to: '5',
      count: 1,
      events: [],
      heads: [[stream, '99', 'ab'.repeat(32), '1']],
      commands: [{ i: 'command', h: 'h', s: stream, v: '0', o: { ok: false }, t: '1' }],
    };
    await withConnection(log.appUrl, (client) =>
      expect(client.query('select es.kurrent_advance($1)', [page])).rejects.toMatchObject({ code: 'ES010' }),
    );
    const store = log.open();
    expect(await store.head(stream)).toMatchObject({ version: 2n });
    expect(await store.settled(['command'])).toMatchObject([{ outcome: null }]);
  });

  it.each(['update es.event set type = type', 'delete from es.event where false', 'truncate es.event'])(
    'do not let even the owner %s',
    async (sql) => {
      await withConnection(log.ownerUrl, (client) =>
        expect(client.query(sql)).rejects.toThrow(/append-only/),
      );
    },
  );

  it('let a rewrite behind their back show in the chain', async () => {
    await withConnection(log.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('alter table es.event disable trigger append_only');
      await client.query(`update es.event set data = '{"n": 9}' where stream_id = $1 and version = 1`, [
        stream,
      ]);
      await client.query('alter table es.event enable trigger append_only');
      await client.query('commit');
    });
    const events = await collect(log.open().read(stream));
    expect(await verifyStream(events)).toEqual({ stream, version: 1n, reason: 'content-changed' });
  });

  it.each(['repeatable read', 'serializable'])('refuse to append under %s', async (level) => {
    await withConnection(log.appUrl, async (client) => {
      await client.query(`begin isolation level ${level}`);
      const members = [prepareConfirm('s', -1n, [])];
      const values = encodeGroup({ members, now: undefined, locked: false });
      await expect(client.query(APPEND_SQL, values)).rejects.toMatchObject({ code: 'ES001' });
    });
  });

  it('refuse a server that forgets what it acknowledged', async () => {
    const forgetful = new URL(log.appUrl);
    forgetful.searchParams.set('options', '-c synchronous_commit=off');
    const store = log.open({ connectionString: forgetful.toString() });
    await expect(store.check()).rejects.toMatchObject({ kind: 'fatal', message: /synchronous_commit/ });
    const request = { stream: newStream(), expected: 'no-stream', events: newEvents(1) } as const;
    await expect(store.append(request)).rejects.toMatchObject({ kind: 'fatal' });
  });

  it('warn when the application role may alter the log, and only then', async () => {
    const warnings: object[] = [];
    const operator = { info: () => undefined, warn: (details: object) => void warnings.push(details) };
    await log.open({ log: operator }).check();
    expect(warnings).toEqual([]);
    await log.open({ connectionString: log.ownerUrl, log: operator }).check();
    expect(warnings).toEqual([{ role: new URL(log.ownerUrl).username }]);
  });
});

describe('migrating the Postgres event store', () => {
  it('may be repeated, also by several processes at once', async () => {
    const log = await createPostgresLog();
    const appRole = new URL(log.appUrl).username;
    const store = log.open();
    const before = await store.identity();
    await Promise.all([1, 2, 3].map(() => migrateEventStore(log.ownerUrl, { appRole })));
    expect(await log.open().identity()).toEqual(before);
    await log.drop();
  });

  it('leaves a log of newer code alone', async () => {
    const log = await createPostgresLog();
    await withConnection(log.ownerUrl, (client) =>
      client.query(`insert into es.migration (version, name) values (999, 'from the future')`),
    );
    await expect(migrateEventStore(log.ownerUrl)).rejects.toMatchObject({ kind: 'fatal' });
    await log.drop();
  });

  it('is missed by a store that finds no schema', async () => {
    const log = await createPostgresLog();
    await withConnection(log.ownerUrl, (client) => client.query('drop schema es cascade'));
    await expect(log.open().check()).rejects.toMatchObject({ kind: 'fatal', message: /migrate/ });
    await log.drop();
  });
});
