import { withConnection } from '@cotejo/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { canonicalContent, contentHash, genesisLink, link, microsFromIso } from '../hash-chain.ts';
import type { RecordedEvent } from '../port.ts';
import { createPostgresArchive } from '../postgres/postgres-archive.ts';
import { fill, newSigner, wholeLog } from './archive-subject.fixture.ts';
import type { LogArchive } from './log-archive.ts';
import { createLogSigner, newSigningKey, sealSchema, signSeal, type Seal } from './seal.ts';
import { readLastSeal, sealLog } from './seal-log.ts';
import { verifyLog } from './verify-log.ts';
import { isWithheld, LogWalk } from './walk-log.ts';

/**
 * Attacks open to the owner of the database: triggers disabled, any row changed, hashes, links and heads recomputed.
 * Each is applied to a log with two seals, of which the second covers everything before it, then undone.
 */
describe('tampering by the owner of the database', () => {
  let log: PostgresLog;
  let archive: LogArchive;
  let seals: Seal[];
  const signer = newSigner();
  beforeAll(async () => {
    log = await createPostgresLog();
    const store = log.open();
    archive = createPostgresArchive({ connectionString: log.ownerUrl });
    const seal = async (at: string): Promise<Seal> => {
      const made = await sealLog({ archive, store, signer, now: () => new Date(at) });
      if (!made) throw new Error('nothing was sealed');
      return made;
    };
    await fill(store);
    const first = await seal('2026-03-01T05:00:00.000Z');
    await fill(store, { prefix: 'later' });
    seals = [first, await seal('2026-03-02T05:00:00.000Z')];
  });
  afterAll(async () => {
    await archive.close();
    await log.drop();
  });

  const sql = (text: string, values: unknown[] = []) =>
    withConnection(log.ownerUrl, (client) => client.query(text, values));
  const verify = (copies: readonly Seal[]) =>
    verifyLog(archive, { trustedKeys: [signer.key], seals: copies });

  /** Runs as the owner with triggers disabled, on tables that are restored afterwards. */
  const tampered = async (tamper: () => Promise<unknown>, judge: () => Promise<void>) => {
    await sql(`create table es.kept_event as table es.event; create table es.kept_stream as table es.stream;
               alter table es.event disable trigger all`);
    try {
      await tamper();
      await judge();
    } finally {
      await sql(`truncate es.event, es.stream; insert into es.event table es.kept_event;
                 insert into es.stream table es.kept_stream; drop table es.kept_event, es.kept_stream;
                 alter table es.event enable trigger all`);
    }
  };

  /** Recomputes hashes, links and heads, as an attacker rewriting history would. */
  const recompute = async () => {
    const heads = new Map<string, { version: bigint; link: string }>();
    for (const event of await wholeLog(archive)) {
      if (isWithheld(event)) continue;
      const content = contentHash(event);
      const before = heads.get(event.stream)?.link ?? genesisLink(event.stream);
      const made = link(before, event.version, microsFromIso(event.recordedAt), content);
      heads.set(event.stream, { version: event.version, link: made });
      await sql(
        `update es.event set content_hash = decode($1, 'hex'), link = decode($2, 'hex'), size = $5
          where stream_id = $3 and version = $4`,
        [content, made, event.stream, String(event.version), Buffer.byteLength(canonicalContent(event))],
      );
    }
    await sql('delete from es.stream');
    for (const [stream, { version, link: made }] of heads) {
      await sql(`insert into es.stream values ($1, $2, decode($3, 'hex'), 0)`, [
        stream,
        String(version),
        made,
      ]);
    }
  };
  /** Renumbers the positions without gaps. */
  const close = () =>
    sql(`update es.event set position = -position;
         update es.event e set position = n.place from
           (select position, row_number() over (order by position desc) as place from es.event) n
          where e.position = n.position`);
  const eventAt = async (position: number): Promise<RecordedEvent> => {
    const event = (await wholeLog(archive))[position - 1];
    if (!event || isWithheld(event)) throw new Error('no such event');
    return event;
  };
  const dropTail = async (from: number) => {
    await sql('delete from es.event where position >= $1', [from]);
    await recompute();
  };
  const replaceSeal = async (version: number, change: (seal: Seal) => Seal) => {
    const { rows } = await sql(`select data from es.event where stream_id = 'log-seals' and version = $1`, [
      version,
    ]);
    const seal = change(sealSchema.parse((rows[0] as { data: unknown }).data));
    await sql(`update es.event set data = $1 where stream_id = 'log-seals' and version = $2`, [
      seal,
      version,
    ]);
    await recompute();
  };
  /** Signs all seals anew, with the attacker's own key, for the log in its current state. */
  const resealAll = async (pem: string) => {
    const own = createLogSigner(pem);
    let previous: string | null = null;
    const walk = new LogWalk({ storeId: null, trustedKeys: null });
    for (const event of await wholeLog(archive)) {
      if (event.stream === 'log-seals') {
        const { rows } = await sql('select data from es.event where position = $1', [event.position]);
        const old = sealSchema.parse((rows[0] as { data: unknown }).data);
        const { events, streams, root, order } = walk.state();
        const { key: _key, publicKey: _public, signature: _signature, ...unsigned } = old;
        const seal = signSeal({ ...unsigned, events, streams, root, order, previous }, own);
        previous = null;
        await sql('update es.event set data = $1 where position = $2', [seal, event.position]);
        break;
      }
      walk.take(event);
    }
    await sql(`delete from es.event where stream_id = 'log-seals' and version > 0`);
    await close();
    await recompute();
  };
  const removeSeal = async (version: number) => {
    await sql(`delete from es.event where stream_id = 'log-seals' and version = $1`, [version]);
    await sql(`update es.event set version = version - 1 where stream_id = 'log-seals' and version > $1`, [
      version,
    ]);
    await close();
    await recompute();
  };

  it('shows nothing where nothing was done', async () => {
    expect((await verify(seals)).fault).toBeNull();
    await tampered(
      async () => {
        await close();
        await recompute();
      },
      async () => expect((await verify(seals)).fault).toBeNull(),
    );
  });

  it('shows a tail that was cut after the last seal to whoever has witnessed it, and where the log ends', async () => {
    const store = log.open();
    await fill(store, { prefix: 'unsealed' });
    const whole = await wholeLog(archive);
    const witnessed = whole.map(({ position, stream, version, link: seen }) => ({
      ...{ position, stream, link: seen },
      version: Number(version),
    }));
    const judge = () => verifyLog(archive, { trustedKeys: [signer.key], seals, witnessed });
    expect((await judge()).fault).toBeNull();
    const kept = whole.findLastIndex(({ stream }) => stream === 'log-seals') + 1;
    expect(whole.length).toBeGreaterThan(kept + 10);
    await tampered(
      () => dropTail(kept + 1),
      async () => {
        expect((await verify(seals)).fault).toBeNull();
        expect((await judge()).fault).toMatchObject({
          reason: 'shorter_than_witnessed',
          stream: whole[kept]?.stream,
          position: String(kept + 1),
          ends: String(kept),
          witnessed: String(whole.length),
          missing: whole.length - kept,
        });
      },
    );
    const last = whole.at(-1);
    await tampered(
      async () => {
        await sql(`update es.event set data = '{"n": 99}' where position = $1`, [last?.position]);
        await recompute();
      },
      async () => {
        expect((await verify(seals)).fault).toBeNull();
        expect((await judge()).fault).toMatchObject({ reason: 'witness_differs', position: last?.position });
      },
    );
    // The other tests need a log that ends with its seal.
    await sql('alter table es.event disable trigger all');
    await dropTail(kept + 1);
    await sql('alter table es.event enable trigger all');
  });

  // Last column: the fault found without copies of the seals, from the log and the key alone.
  it.each<[string, () => Promise<unknown>, { reason: string; [more: string]: unknown }, string | null]>([
    [
      'an event altered',
      () => sql(`update es.event set data = '{"n": 99}' where position = 3`),
      { reason: 'content_changed', position: '3' },
      'content_changed',
    ],
    [
      'a size altered',
      () => sql('update es.event set size = -1000000 where position = 3'),
      { reason: 'size_differs', position: '3' },
      'size_differs',
    ],
    [
      'an author altered',
      () => sql(`update es.event set meta = jsonb_set(meta, '{actor}', '"another"') where position = 3`),
      { reason: 'content_changed', position: '3' },
      'content_changed',
    ],
    [
      'a moment altered',
      () => sql(`update es.event set recorded_at = recorded_at - interval '1 day' where position = 3`),
      { reason: 'link_changed', position: '3' },
      'link_changed',
    ],
    [
      'a number that no JSON can say',
      () => sql(`update es.event set data = '{"n": 1e400}' where position = 3`),
      { reason: 'content_changed', position: '3' },
      'content_changed',
    ],
    ...['infinity', '-infinity', '290000-01-01'].map(
      (moment): [string, () => Promise<unknown>, { reason: string; position: string }, string] => [
        `a moment ${moment}, which no clock shows`,
        () => sql(`update es.event set recorded_at = $1 where position = 3`, [moment]),
        { reason: 'link_changed', position: '3' },
        'link_changed',
      ],
    ),
    [
      'an event altered with its hash',
      async () => {
        await sql(`update es.event set data = '{"n": 99}' where position = 3`);
        await sql(`update es.event set content_hash = decode($1, 'hex') where position = 3`, [
          contentHash(await eventAt(3)),
        ]);
      },
      { reason: 'link_changed', position: '3' },
      'link_changed',
    ],
    [
      'an event altered and the whole chain computed anew',
      async () => {
        await sql(`update es.event set data = '{"n": 99}' where position = 3`);
        await recompute();
      },
      { reason: 'seal_differs' },
      'seal_differs',
    ],
    [
      'the same, and sealed anew with a key of the tamperer',
      async () => {
        await sql(`update es.event set data = '{"n": 99}' where position = 3`);
        await recompute();
        await resealAll(newSigningKey());
      },
      { reason: 'seal_differs' },
      'key_not_trusted',
    ],
    [
      'an event removed',
      () => sql('delete from es.event where position = 3'),
      { reason: 'position_gap' },
      'position_gap',
    ],
    [
      'an event removed and the gap closed',
      async () => {
        await sql('delete from es.event where position = 3');
        await close();
      },
      { reason: 'missing_version' },
      'missing_version',
    ],
    [
      'a stream dropped, with its head, and the gaps closed',
      async () => {
        await sql(`delete from es.event where stream_id = 'box-3'`);
        await sql(`delete from es.stream where stream_id = 'box-3'`);
        await close();
      },
      { reason: 'shorter_than_sealed' },
      'shorter_than_sealed',
    ],
    [
      'a stream dropped without its head',
      async () => {
        await sql(`delete from es.event where stream_id = 'later-3'`);
        await sql(`delete from es.event where stream_id = 'log-seals' and version = 1`);
        await close();
        await sql(`delete from es.stream where stream_id = 'log-seals'`);
        await sql(
          `insert into es.stream select stream_id, version, link, 0 from es.event where stream_id = 'log-seals'`,
        );
      },
      { reason: 'events_missing', stream: 'later-3', version: 0n },
      'events_missing',
    ],
    [
      'the last event of a stream dropped without its head',
      async () => {
        await sql(`delete from es.event where stream_id = 'later-4' and version = 7`);
        await sql(`delete from es.event where stream_id = 'log-seals' and version = 1`);
        await close();
        await sql(`delete from es.stream where stream_id = 'log-seals'`);
        await sql(
          `insert into es.stream select stream_id, version, link, 0 from es.event where stream_id = 'log-seals'`,
        );
      },
      { reason: 'events_missing', stream: 'later-4', version: 7n },
      'events_missing',
    ],
    [
      'a head removed',
      () => sql(`delete from es.stream where stream_id = 'later-3'`),
      { reason: 'head_missing', stream: 'later-3' },
      'head_missing',
    ],
    [
      'a head turned back',
      () => sql(`update es.stream set version = version - 1 where stream_id = 'later-3'`),
      { reason: 'head_differs', stream: 'later-3' },
      'head_differs',
    ],
    ['the tail dropped, the last seal with it', () => dropTail(60), { reason: 'shorter_than_sealed' }, null],
    ['all dropped', () => dropTail(1), { reason: 'shorter_than_sealed' }, null],
    ['the last seal dropped', () => dropTail(74), { reason: 'seal_missing' }, null],
    ['the first seal removed', () => removeSeal(0), { reason: 'seal_out_of_line' }, 'seal_out_of_line'],
    [
      'an event inserted and the chain computed anew',
      async () => {
        await sql(`update es.event set version = version + 1000 where stream_id = 'box-0' and version >= 2`);
        await sql(
          `update es.event set version = version - 999 where stream_id = 'box-0' and version >= 1000`,
        );
        await sql(`update es.event set position = -position where position >= 15`);
        await sql(`update es.event set position = -position + 1 where position < 0`);
        await sql(`insert into es.event select 15, stream_id, 2, gen_random_uuid(), type, schema_version, data, meta,
                          recorded_at, content_hash, link, size from es.event where position = 1`);
        await recompute();
      },
      { reason: 'seal_differs' },
      'seal_differs',
    ],
    [
      'a pair of one stream swapped',
      () =>
        sql(`update es.event set version = 1003 - version where stream_id = 'box-1' and version in (1, 2);
             update es.event set version = version - 1000 where stream_id = 'box-1' and version > 1000`),
      { reason: 'missing_version', stream: 'box-1', version: 1n },
      'missing_version',
    ],
    [
      'a pair of two streams swapped in the order of the log',
      () =>
        sql(`update es.event set position = -position where position in (1, 2);
             update es.event set position = 3 + position where position < 0`),
      { reason: 'seal_differs' },
      'seal_differs',
    ],
    [
      'a seal forged',
      () => replaceSeal(1, (seal) => ({ ...seal, root: '0'.repeat(64) })),
      { reason: 'seal_forged', stream: 'log-seals', version: 1n },
      'seal_forged',
    ],
    [
      'a seal signed by another key in the name of ours',
      () =>
        replaceSeal(1, ({ key: _, publicKey: __, signature: ___, ...seal }) =>
          signSeal(seal, { ...newSigner(), key: signer.key }),
        ),
      { reason: 'seal_forged' },
      'seal_forged',
    ],
    [
      'a seal signed by another key',
      () =>
        replaceSeal(0, ({ key: _, publicKey: __, signature: ___, ...seal }) => signSeal(seal, newSigner())),
      { reason: 'key_not_trusted' },
      'key_not_trusted',
    ],
    [
      'a seal that is none',
      () => replaceSeal(1, (seal) => ({ ...seal, format: 2 }) as unknown as Seal),
      { reason: 'seal_malformed' },
      'seal_malformed',
    ],
    [
      'an older seal in the place of a newer',
      () => replaceSeal(1, () => seals[0] as Seal),
      { reason: 'seal_out_of_line' },
      'seal_out_of_line',
    ],
  ])('shows %s', async (_, tamper, fault, alone) => {
    await tampered(tamper, async () => {
      expect((await verify(seals)).fault).toMatchObject(fault);
      expect((await verify([])).fault?.reason ?? null).toBe(alone);
    });
    expect((await verify(seals)).fault).toBeNull();
  });

  it('shows content taken away without a record of a purge', async () => {
    await tampered(
      async () => {
        await sql(`insert into es.withheld select position, stream_id, version, recorded_at, content_hash, link
                     from es.event where stream_id = 'box-3';
                   delete from es.event where stream_id = 'box-3'`);
      },
      async () => {
        expect((await verify(seals)).fault).toMatchObject({ reason: 'withheld_unrecorded', stream: 'box-3' });
        await sql(
          'alter table es.withheld disable trigger all; delete from es.withheld; alter table es.withheld enable trigger all',
        );
      },
    );
  });

  it('shows a log that is another, and copies that were made up', async () => {
    const [first] = seals;
    if (!first) throw new Error('nothing was sealed');
    const { key: _, publicKey: __, signature: ___, ...unsigned } = first;
    const ofOther = signSeal({ ...unsigned, storeId: crypto.randomUUID() }, signer);
    expect((await verify([ofOther])).fault).toMatchObject({ reason: 'seal_of_other_log' });
    // Signed with the trusted key, but not true of this log: every field counts.
    for (const part of [{ root: '0'.repeat(64) }, { order: '0'.repeat(64) }, { streams: 1 }]) {
      const untrue = signSeal({ ...unsigned, ...part }, signer);
      expect((await verify([untrue])).fault).toMatchObject({ reason: 'seal_differs' });
    }
    expect((await verify([{ ...first, events: 3 }])).fault).toMatchObject({ reason: 'seal_forged' });
    expect((await readLastSeal(log.open()))?.version).toBe(1n);
  });
});
