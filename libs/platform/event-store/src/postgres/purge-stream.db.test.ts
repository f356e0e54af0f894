import { withConnection } from '@cotejo/database';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { given, exported, fill, newSigner, wholeLog } from '../archive/archive-subject.fixture.ts';
import { importLog, sealLog, verifyExport, verifyLog } from '../archive/index.ts';
import { PURGE_STREAM } from '../archive/purge-record.ts';
import { isWithheld } from '../archive/walk-log.ts';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { collect, newEvents, readWhole } from '../conformance/subject.ts';
import { contentHash } from '../hash-chain.ts';
import { createMemoryArchive, createMemoryEventStore } from '../memory/index.ts';
import type { EventStore } from '../port.ts';
import { migrateEventStore } from './migrate.ts';
import { createPostgresArchive } from './postgres-archive.ts';
import { purgeStream } from './purge-stream.ts';

const anyKey = { trustedKeys: null };
const purge = {
  stream: 'box-2',
  reason: 'La cuenta se fue: «fin de la retención» \t\u0001 \\ 🦉',
  by: 'user-7',
};

describe('purging a stream', () => {
  let log: PostgresLog;
  let store: EventStore;
  let archive: ReturnType<typeof createPostgresArchive>;
  let purger: string;
  let purgerUrl: string;
  beforeAll(async () => {
    log = await createPostgresLog();
    purger = `t_purger_${randomBytes(4).toString('hex')}`;
    await withConnection(inject('testPostgres'), async (admin) => {
      await admin.query(`create role ${purger} login password 'purge'`);
      await admin.query(`grant connect on database ${new URL(log.ownerUrl).pathname.slice(1)} to ${purger}`);
    });
    const url = new URL(log.appUrl);
    url.username = purger;
    url.password = 'purge';
    purgerUrl = url.toString();
    await migrateEventStore(log.ownerUrl, { purgeRole: purger });
    store = log.open();
    archive = createPostgresArchive({ connectionString: log.appUrl });
    await fill(store);
    await store.append({ stream: 'box-2', expected: 'any', events: newEvents(1) });
  });
  afterAll(async () => {
    await archive.close();
    await log.drop();
    await withConnection(inject('testPostgres'), (admin) => admin.query(`drop role ${purger}`));
  });

  it.each([
    ['the application', () => log.appUrl, purge, 'fatal', /permission denied/],
    [
      'nobody: a stream that is not there',
      () => purgerUrl,
      { ...purge, stream: 'nowhere' },
      'invalid',
      /holds nothing/,
    ],
    ['nobody: the seals', () => purgerUrl, { ...purge, stream: 'log-seals' }, 'invalid', /log itself/],
    [
      'nobody: the records of purges',
      () => purgerUrl,
      { ...purge, stream: PURGE_STREAM },
      'invalid',
      /log itself/,
    ],
    ['nobody without a reason', () => purgerUrl, { ...purge, reason: ' ' }, 'invalid', /reason/],
    ['nobody who is not named', () => purgerUrl, { ...purge, by: '' }, 'invalid', /reason/],
  ] as const)('is for %s to do in vain', async (_, url, wanted, kind, message) => {
    const before = await wholeLog(archive);
    await expect(purgeStream(url(), wanted)).rejects.toMatchObject({ kind, message });
    expect(await wholeLog(archive)).toEqual(before);
  });

  it.each([
    'select * from es.event',
    'delete from es.event',
    `select es.adopt(gen_random_uuid())`,
    `select es.import_events('[]')`,
  ])('gives its role no right to %s', async (sql) => {
    await withConnection(purgerUrl, (client) =>
      expect(client.query(sql)).rejects.toThrow(/permission denied/),
    );
  });

  it('takes the content and leaves what the chain needs, and a record; the log goes on', async () => {
    const signer = newSigner();
    const sealing = { archive, store, signer, now: () => new Date() };
    const before = await sealLog(sealing);
    await store.append({ stream: 'box-2', expected: 'any', events: newEvents(1) });
    const content = await collect(store.read('box-2'));
    await store.snapshots.save({
      stream: 'box-2',
      version: 3n,
      stateVersion: 1,
      link: content[3]?.link ?? '',
      state: 1,
    });
    const head = await store.head('box-2');

    // The last event of the log is among the purged ones.
    expect(await purgeStream(purgerUrl, purge)).toBe(content.length);
    expect(await collect(store.read('box-2'))).toEqual([]);
    expect(await store.head('box-2')).toEqual(head);
    expect(await store.settled(['box-command-0-2', 'box-command-0-1'])).toMatchObject([{ stream: 'box-1' }]);
    expect(await store.snapshots.latest('box-2', 1)).toBeNull();
    const skeletons = (await wholeLog(archive)).filter(isWithheld);
    expect(skeletons.map(({ link }) => link)).toEqual(content.map(({ link }) => link));
    expect(
      JSON.stringify(skeletons, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain('Noted');

    const [record] = await collect(store.read(PURGE_STREAM));
    expect(record).toMatchObject({
      type: 'StreamPurged',
      data: {
        stream: 'box-2',
        version: content.length - 1,
        link: head?.link,
        events: content.length,
        reason: purge.reason,
      },
      meta: { actor: 'user-7' },
    });
    expect(record && contentHash(record)).toBe(record?.contentHash);

    // Readers skip the gap; positions continue after it.
    const appended = await store.append({ stream: 'box-0', expected: 'any', events: newEvents(2) });
    const all = await readWhole(store, { limit: 3 });
    expect(all.some(({ stream }) => stream === 'box-2')).toBe(false);
    expect(all.at(-1)?.position).toBe(appended.position);
    const places = all.map(({ position }) => Number(position));
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    expect((await wholeLog(archive)).map(({ position }) => Number(position))).toEqual(
      Array.from({ length: Number(appended.position) }, (_, index) => index + 1),
    );

    // Events sealed before the purge are still covered.
    await sealLog(sealing);
    const { fault, summary } = await verifyLog(archive, {
      trustedKeys: [signer.key],
      seals: before ? [before] : [],
    });
    expect(fault).toBeNull();
    expect(summary).toMatchObject({ withheld: content.length, seals: 2 });
  });

  it('survives a move, with the skeletons and without the content', async () => {
    const lines = await exported(archive);
    expect((await verifyExport(given(lines), anyKey)).fault).toBeNull();
    const other = await createPostgresLog();
    const target = createPostgresArchive({ connectionString: other.ownerUrl });
    const memory = createMemoryArchive(createMemoryEventStore());
    const { summary } = await verifyLog(archive, anyKey);
    for (const to of [target, memory]) {
      await importLog(to, given(lines), anyKey);
      expect((await verifyLog(to, anyKey)).summary).toEqual(summary);
    }
    expect(await collect(other.open().read('box-2'))).toEqual([]);
    await target.close();
    await other.drop();
  });

  it('may be repeated for what came after', async () => {
    await store.append({ stream: 'box-2', expected: 'any', events: newEvents(2) });
    expect(await purgeStream(log.ownerUrl, purge)).toBe(2);
    expect((await verifyLog(archive, anyKey)).fault).toBeNull();
  });

  it('is the only way: not even the owner deletes an event that leaves no skeleton', async () => {
    await withConnection(log.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query(`set local es.purging = 'on'`);
      await expect(client.query(`delete from es.event where stream_id = 'box-1'`)).rejects.toThrow(
        /append-only/,
      );
      await client.query('rollback');
    });
    for (const sql of [
      'update es.withheld set version = 9',
      'delete from es.withheld',
      'truncate es.withheld',
    ]) {
      await withConnection(log.ownerUrl, (client) =>
        expect(client.query(sql)).rejects.toThrow(/append-only/),
      );
      await withConnection(log.appUrl, (client) =>
        expect(client.query(sql)).rejects.toThrow(/permission denied/),
      );
    }
  });

  it('lets those who append meanwhile go on, and loses none of theirs', async () => {
    await store.append({ stream: 'heavy', expected: 'no-stream', events: newEvents(500) });
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        store.append({ stream: n % 2 === 0 ? 'heavy' : `light-${n}`, expected: 'any', events: newEvents(3) }),
      ),
    );
    await purgeStream(log.ownerUrl, { ...purge, stream: 'heavy' });
    await writing;
    const { fault, summary } = await verifyLog(archive, anyKey);
    expect(fault).toBeNull();
    expect(summary.events).toBe((await wholeLog(archive)).length);
    expect((await store.head('heavy'))?.version).toBe(559n);
  });
});
