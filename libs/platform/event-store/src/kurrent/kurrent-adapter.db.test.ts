import { withConnection } from '@cotejo/database';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { createKurrentLog, type KurrentLog } from '../conformance/kurrent-log.ts';
import { collect, fate, newEvent, newEvents, newStream, readWhole, refusal } from '../conformance/subject.ts';
import { genesisLink, link } from '../hash-chain.ts';
import type { RecordedEvent } from '../port.ts';
import { createPostgresEventStore } from '../postgres/postgres-event-store.ts';
import { createKurrentArchive } from './kurrent-archive.ts';
import { refuseKurrentSide } from './refuse-other-log.ts';
import { Pool } from 'pg';

const { KurrentDBClient: Client } = createRequire(import.meta.url)('@kurrent/kurrentdb-client') as {
  KurrentDBClient: typeof KurrentDBClient;
};

/**
 * Behaviour that only this adapter has: a log and side tables that must agree, and a server shared with other
 * applications.
 */
describe('the KurrentDB event store', () => {
  const logs: KurrentLog[] = [];
  afterEach(async () => {
    await Promise.all(logs.splice(0).map((log) => log.drop()));
  });
  async function given(): Promise<KurrentLog> {
    const log = await createKurrentLog();
    logs.push(log);
    return log;
  }
  const command = (intentHash = 'h') => ({ id: newStream('command'), intentHash, outcome: { ok: true } });

  it('keeps the ids of events, so that whoever looks into KurrentDB finds them', async () => {
    const log = await given();
    const store = log.open();
    const events = newEvents(2);
    const stream = newStream();
    await store.append({ stream, expected: 'no-stream', events });
    const client = Client.connectionString(log.url);
    const ids: (string | undefined)[] = [];
    for await (const { event } of client.readStream(log.namespace + stream)) ids.push(event?.id);
    expect(ids).toEqual(events.map(({ id }) => id));
    await client.dispose();
  });

  it('shows nothing of others on the same server: other logs, other applications, KurrentDB itself', async () => {
    const log = await given();
    const foreign = Client.connectionString(log.url);
    const noise = {
      id: crypto.randomUUID(),
      type: 'Foreign',
      contentType: 'application/json',
      data: { n: 1 },
      metadata: undefined,
    } as const;
    await foreign.appendToStream(`${log.namespace}other-app`, [noise], { streamState: 'no_stream' });
    const [mine, theirs] = [
      log.open({ namespace: `${log.namespace}a/` }),
      log.open({ namespace: `${log.namespace}b/`, connectionString: (await given()).appUrl }),
    ];
    const seen: RecordedEvent[] = [];
    const following = await mine.subscribe({ after: null, onEvents: (page) => void seen.push(...page) });
    await mine.append({ stream: 's', expected: 'no-stream', events: newEvents(2) });
    await theirs.append({ stream: 's', expected: 'no-stream', events: newEvents(3) });
    await following.caughtUp();
    expect(await readWhole(mine)).toHaveLength(2);
    expect(await readWhole(theirs)).toHaveLength(3);
    expect(seen).toEqual(await readWhole(mine));
    expect((await mine.identity()).storeId).not.toBe((await theirs.identity()).storeId);
    await following.close();
    await foreign.dispose();
  });

  it('refuses a stream into which somebody else wrote', async () => {
    const log = await given();
    const store = log.open();
    const stream = newStream();
    await store.append({ stream, expected: 'no-stream', events: newEvents(1) });
    const foreign = Client.connectionString(log.url);
    const forged = {
      id: crypto.randomUUID(),
      type: 'Noted',
      contentType: 'application/json',
      data: { n: 2 },
      metadata: undefined,
    } as const;
    await foreign.appendToStream(log.namespace + stream, [forged], { streamState: 0n });
    expect(await fate(collect(store.read(stream)))).toBe('fatal');
    expect(await fate(store.head(stream))).toBe('fatal');
    await foreign.dispose();
  });

  it('answers a command from the log when the side tables have lost it, and knows no other log by heart', async () => {
    const log = await given();
    const stream = newStream();
    const request = { stream, expected: 'no-stream', events: newEvents(2), commands: [command()] } as const;
    const first = await log.open().append(request);
    await log.open().append({ stream, expected: 1n, events: newEvents(3) });
    // The state after a restore of Postgres alone, to a moment before the log began.
    await withConnection(log.ownerUrl, (client) =>
      client.query(
        'delete from es.command; delete from es.kurrent_event; delete from es.stream; update es.kurrent_index set position = -1, events = 0',
      ),
    );
    const restarted = log.open();
    expect(await restarted.append({ ...request, events: newEvents(1) })).toEqual({
      ...first,
      replayed: true,
    });
    expect(await restarted.settled(request.commands.map(({ id }) => id))).toMatchObject([
      { stream, version: 1n },
    ]);
    expect(await fate(restarted.append({ ...request, commands: [] }))).toBe('written');
  });

  it('settles one command once, whether two nodes append or reject it', async () => {
    const log = await given();
    const nodes = [log.open(), log.open()] as const;
    for (let round = 0; round < 10; round++) {
      const stream = newStream();
      const commands = [command()];
      const [id] = commands.map((one) => one.id);
      const fates = await Promise.all([
        fate(nodes[0].append({ stream, expected: 'no-stream', events: newEvents(1), commands })),
        fate(
          nodes[1].confirm(
            stream,
            -1n,
            commands.map((one) => ({ ...one, outcome: 'rejected' })),
          ),
        ),
      ]);
      const [settled] = await nodes[0].settled([id ?? '']);
      const isWritten = (await nodes[0].head(stream)) !== null;
      expect(settled?.outcome).toEqual(isWritten ? { ok: true } : 'rejected');
      expect(fates.filter((one) => one === 'written').length).toBeGreaterThanOrEqual(1);
    }
  });

  it('tells whose write it was when two nodes send equal events without a command, and gives the stored link', async () => {
    const log = await given();
    const nodes = [log.open(), log.open()] as const;
    // Until the positions reported by the server are trusted.
    for (const node of nodes) {
      for (let n = 0; n < 4; n++) {
        const commands = [command()];
        await node.append({ stream: newStream(), expected: 'no-stream', events: newEvents(1), commands });
      }
    }
    for (let round = 0; round < 15; round++) {
      const request = { stream: newStream(), expected: 'no-stream', events: newEvents(1) } as const;
      const answers = await Promise.all(nodes.map((node) => node.append(request)));
      expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1);
      const [stored] = await collect(nodes[0].read(request.stream));
      for (const answer of answers) expect(answer.link).toBe(stored?.link);
    }
  });

  it('waits for a node that claimed a command, and takes it over from one that vanished', async () => {
    const log = await given();
    const store = log.open({ timeouts: { appendMs: 500 } });
    await store.check();
    const [stream, other] = [newStream(), newStream()];
    const commands = [command()];
    const claim = JSON.stringify({
      ...{ s: other, k: 'append', t: crypto.randomUUID(), e: [] },
      c: commands.map(({ id }) => id),
    });
    await withConnection(log.appUrl, (client) => client.query('select es.kurrent_claim($1)', [claim]));
    const request = { stream, expected: 'no-stream', events: newEvents(1), commands } as const;
    expect(await fate(store.append(request))).toBe('transient');
    expect(await fate(store.confirm(stream, -1n, commands))).toBe('transient');
    await withConnection(log.ownerUrl, (client) =>
      client.query(`update es.kurrent_claim set claimed_at = claimed_at - interval '1 hour'`),
    );
    expect(await store.append(request)).toMatchObject({ version: 0n, replayed: false });
  });

  /** Empties the tables of the claims, as PostgreSQL does after a crash. */
  const loseClaims = (log: KurrentLog) =>
    withConnection(log.ownerUrl, async (client) => {
      await client.query('delete from es.kurrent_claim; delete from es.kurrent_claim_epoch');
      // Any question begins the new epoch.
      const nothing = { s: '', k: 'append', t: crypto.randomUUID(), c: [], e: [] };
      await client.query('select es.kurrent_claim($1)', [JSON.stringify(nothing)]);
    });
  /** Ends the time for which nothing can be claimed after that. */
  const endWait = (log: KurrentLog) =>
    withConnection(log.ownerUrl, (client) =>
      client.query(`update es.kurrent_claim_epoch set began_at = began_at - interval '1 hour'`),
    );

  it('does not wait for the disk to claim, and claims nothing for a while after a crash of PostgreSQL', async () => {
    const log = await given();
    const [store, hasty] = [log.open(), log.open({ timeouts: { appendMs: 500 } })];
    await hasty.check();
    const tables = await withConnection(log.ownerUrl, (client) =>
      client.query(
        `select relname from pg_class where relpersistence = 'u' and relkind = 'r' order by relname`,
      ),
    );
    expect(tables.rows).toEqual([{ relname: 'kurrent_claim' }, { relname: 'kurrent_claim_epoch' }]);
    const stream = newStream();
    const known = { stream, expected: 'any', events: newEvents(1), commands: [command()] } as const;
    await store.append(known);
    await loseClaims(log);
    const request = { stream, expected: 'any', events: newEvents(1), commands: [command()] } as const;
    expect(await fate(hasty.append(request))).toBe('transient');
    expect(await fate(hasty.confirm(stream, 0n, [command()]))).toBe('transient');
    // What needs no claim, or was settled before, is answered.
    expect(await fate(store.append({ ...request, events: newEvents(1), commands: [] }))).toBe('written');
    expect(await store.append(known)).toMatchObject({ version: 0n, replayed: true });
    await endWait(log);
    expect(await store.append(request)).toMatchObject({ version: 2n, replayed: false });
  });

  it('settles a command once whose claim was lost before the index had it', async () => {
    const log = await given();
    const [store, other] = [log.open(), log.open()];
    const [stream, elsewhere] = [newStream(), newStream()];
    for (const [node, name] of [
      [store, stream],
      [other, elsewhere],
    ] as const)
      await node.append({ stream: name, expected: 'any', events: newEvents(1), commands: [command()] });
    const commands = [command()];
    const request = { stream, expected: 'any', commands } as const;
    await withConnection(log.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('select from es.kurrent_index for update');
      const first = await store.append({ ...request, events: newEvents(1) });
      await loseClaims(log);
      await endWait(log);
      const again = [
        store.append({ ...request, events: newEvents(1) }),
        other.append({ ...request, stream: elsewhere, events: newEvents(1) }),
      ];
      await new Promise((resume) => setTimeout(resume, 300));
      await client.query('commit');
      for (const answer of await Promise.all(again)) expect(answer).toEqual({ ...first, replayed: true });
    });
  });

  it('rejects nothing on a head that moved on while the rejection was under way', async () => {
    const log = await given();
    const [one, other] = [log.open(), log.open()];
    const stream = newStream();
    await one.append({ stream, expected: 'no-stream', events: newEvents(1) });
    const rejected = [command()];
    await withConnection(log.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('lock table es.kurrent_claim');
      const confirming = one.confirm(stream, 0n, rejected).then(
        () => null,
        (reason: unknown) => reason,
      );
      // The claim waits for the lock; events committed meanwhile must be visible to it.
      const appending = other.append({ stream, expected: 0n, events: newEvents(1) });
      await new Promise((resume) => setTimeout(resume, 300));
      await client.query('commit');
      await appending;
      const error = await confirming;
      const settled = await one.settled(rejected.map(({ id }) => id));
      // Either order is correct, but both must never succeed.
      if (error === null) expect(settled).toHaveLength(1);
      else expect(error).toMatchObject({ kind: 'conflict', details: { actual: 1n } });
    });
  });

  it('takes its own name for no stream', async () => {
    const log = await given();
    const store = log.open({ namespace: '' });
    expect(await fate(store.append({ stream: 'cotejo-store', expected: 'any', events: [newEvent()] }))).toBe(
      'invalid',
    );
  });

  it('refuses side tables that belong to another log, or a Postgres that has a log of its own', async () => {
    const [log, other] = [await given(), await given()];
    await log.open().append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    const mixed = other.open({ connectionString: log.appUrl });
    const error = await refusal(mixed.check());
    expect([error.kind, error.message]).toEqual(['fatal', expect.stringContaining('npm run log -- export')]);

    const third = await given();
    const postgres = createPostgresEventStore({ connectionString: third.appUrl });
    await postgres.append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    await postgres.close();
    const onto = await refusal(third.open().check());
    expect([onto.kind, onto.message]).toEqual(['fatal', expect.stringContaining('npm run log -- import')]);
  });

  it('keeps Postgres from beginning a log beside the one in KurrentDB', async () => {
    const log = await given();
    const pool = new Pool({ connectionString: log.appUrl });
    await refuseKurrentSide(pool);
    await log.open().append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    await log.open().settled(['anything']);
    await expect(refuseKurrentSide(pool)).rejects.toMatchObject({ kind: 'fatal' });
    await pool.end();
  });

  it('stands in for the events of a purged stream, and lets servers in only after the whole import', async () => {
    const log = await given();
    const { url, namespace, ownerUrl } = log;
    const archive = createKurrentArchive({ url, namespace, connectionString: ownerUrl });
    const stream = newStream('purged');
    const contentHash = 'ab'.repeat(32);
    const recordedAt = '2026-01-01T00:00:00.000001Z';
    const itsLink = link(genesisLink(stream), 0n, 1_767_225_600_000_001n, contentHash);
    const withheld = {
      withheld: true,
      stream,
      version: 0n,
      position: '0',
      recordedAt,
      contentHash,
      link: itsLink,
    } as const;
    const storeId = crypto.randomUUID();
    await archive.adopt(storeId);
    await archive.write([{ ...withheld, position: '0' as RecordedEvent['position'] }]);
    const store = log.open();
    expect((await refusal(store.check())).message).toContain('npm run log -- import');
    await archive.finish?.();
    expect((await store.identity()).storeId).toBe(storeId);
    expect(await collect(store.read(stream))).toEqual([]);
    expect(await readWhole(store)).toEqual([]);
    expect((await archive.page(null, 10)).events).toMatchObject([{ withheld: true, link: itsLink }]);
    expect(await archive.heads()).toMatchObject({
      events: 1n,
      heads: [{ stream, version: 0n, link: itsLink }],
    });
    // The chain continues after the purged stretch.
    await store.append({ stream, expected: 0n, events: newEvents(1) });
    expect(await collect(store.read(stream))).toHaveLength(1);
    await archive.close();
  });
});
