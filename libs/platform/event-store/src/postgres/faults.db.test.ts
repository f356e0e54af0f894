import { withConnection } from '@cotejo/database';
import { PATIENCE_MS } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPostgresLog, type PostgresLog } from '../conformance/postgres-log.ts';
import { appendAtHead, collect, fate, newEvents, newStream, readWhole } from '../conformance/subject.ts';
import { TcpGate } from '../conformance/tcp-gate.ts';
import { verifyStream } from '../hash-chain.ts';
import type { EventStoreError, RecordedEvent } from '../port.ts';
import { prepareAppend } from '../validate.ts';
import { APPEND_SQL, encodeGroup } from './group.ts';

/** Limits for the cases without any answer. Tests that expect an answer use longer ones, for busy machines. */
const SHORT = { connectMs: 500, attemptMs: 500, appendMs: 1_500, readMs: 500 };

describe('the Postgres event store when things go wrong', () => {
  let log: PostgresLog;
  beforeAll(async () => {
    log = await createPostgresLog();
  });
  afterAll(() => log.drop());

  it('20 writes once when the answer was lost after the commit', async () => {
    const gate = await TcpGate.to(log.appUrl);
    await gate.open();
    const store = log.open({ connectionString: gate.url, timeouts: { appendMs: PATIENCE_MS } });
    const commands = [{ id: newStream('command'), intentHash: 'h' }];
    for (const part of [{ commands }, {}]) {
      const request = { stream: newStream(), expected: 'no-stream', events: newEvents(2), ...part } as const;
      await store.check();
      gate.become('mute');
      const appending = store.append(request);
      // The other node sees the event committed; only then is the answer lost for good.
      const witness = log.open();
      while ((await witness.head(request.stream)) === null) await witness.head(request.stream);
      gate.cut();
      gate.become('open');
      expect(await appending).toMatchObject({ version: 1n, replayed: true });
      expect(await collect(witness.read(request.stream))).toHaveLength(2);
    }
    await store.close();
    await gate.shut();
  });

  it('25 shows events while an unrelated transaction that wrote stays open', async () => {
    await withConnection(log.ownerUrl, async (client) => {
      await client.query('create table unrelated (n int)');
      await client.query('begin');
      await client.query('insert into unrelated values (1)');
      const store = log.open();
      const seen: RecordedEvent[] = [];
      const following = await store.subscribe({ after: 'head', onEvents: (page) => void seen.push(...page) });
      await store.append({ stream: newStream(), expected: 'no-stream', events: newEvents(2) });
      await following.caughtUp();
      expect(seen).toHaveLength(2);
      await client.query('commit');
      await store.close();
    });
  });

  it('26 leaves no gap and no stall behind an append that was rolled back', async () => {
    const store = log.open();
    const before = await store.append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    const seen: RecordedEvent[] = [];
    const following = await store.subscribe({ after: 'head', onEvents: (page) => void seen.push(...page) });
    await withConnection(log.appUrl, async (client) => {
      await client.query('begin');
      const stream = newStream();
      const member = prepareAppend({ stream, expected: 'no-stream', events: newEvents(1) });
      const { rows } = await client.query(
        APPEND_SQL,
        encodeGroup({ members: [member], now: undefined, locked: false }),
      );
      expect(rows).toMatchObject([{ answer: { verdicts: null, olds: [-1] } }]);
      await client.query('rollback');
      expect(await store.head(stream)).toBeNull();
    });
    const after = await store.append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    expect(BigInt(after.position)).toBe(BigInt(before.position) + 1n);
    await following.caughtUp();
    expect(seen.map(({ position }) => position)).toEqual([after.position]);
    await store.close();
  });

  it('40 follows and writes on through torn connections and a server that is gone for a while', async () => {
    const gate = await TcpGate.to(log.appUrl);
    await gate.open();
    const store = log.open({ connectionString: gate.url, timeouts: { appendMs: PATIENCE_MS } });
    const faults: EventStoreError[] = [];
    const seen: RecordedEvent[] = [];
    const following = await store.subscribe({
      after: 'head',
      onEvents: (page) => void seen.push(...page),
      onFault: (fault) => void faults.push(fault),
    });
    const streams = Array.from({ length: 4 }, () => newStream());
    let isWriting = true;
    let written = 0;
    const writing = streams.map(async (stream) => {
      for (let version = -1n; isWriting; written++) {
        ({ version } = await store.append({ stream, expected: version, events: newEvents(1) }));
      }
    });
    for (let round = 0; round < 5; round++) {
      const target = written + 50;
      while (written < target) await new Promise((resume) => setTimeout(resume, 5));
      if (round % 2 === 0) gate.cut();
      else {
        await gate.shut();
        await new Promise((resume) => setTimeout(resume, 300));
        await gate.open();
      }
    }
    isWriting = false;
    await Promise.all(writing);
    const whole = (await readWhole(log.open())).filter(({ stream }) => streams.includes(stream));
    expect(whole).toHaveLength(written);
    while (seen.length < written) await new Promise((resume) => setTimeout(resume, 5));
    expect(seen.filter(({ stream }) => streams.includes(stream))).toEqual(whole);
    for (const stream of streams)
      expect(await verifyStream(whole.filter((e) => e.stream === stream))).toBeNull();
    await following.close();
    await store.close();
    await gate.shut();
  });

  it('40 survives the end of all its sessions on the server', async () => {
    const store = log.open();
    const stream = newStream();
    await store.append({ stream, expected: 'no-stream', events: newEvents(1) });
    await withConnection(log.appUrl, (client) =>
      client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user and datname = current_database()',
      ),
    );
    await store.append({ stream, expected: 0n, events: newEvents(1) });
    expect(await collect(store.read(stream))).toHaveLength(2);
    await store.close();
  });

  it('41 says that the outcome is unknown when the network swallows everything, and recovers', async () => {
    const gate = await TcpGate.to(log.appUrl);
    await gate.open();
    const store = log.open({ connectionString: gate.url, timeouts: SHORT });
    const stream = newStream();
    const first = { stream, expected: 'no-stream', events: newEvents(1) } as const;
    await vi.waitFor(() => store.append(first));
    gate.become('silent');
    const request = { stream, expected: 0n, events: newEvents(1) };
    expect(await fate(store.append(request))).toBe('transient');
    expect(await fate(store.head(stream))).toBe('transient');
    gate.cut();
    gate.become('open');
    await vi.waitFor(async () => expect(await store.append(request)).toMatchObject({ version: 1n }));
    await vi.waitFor(async () => expect(await store.head(stream)).toMatchObject({ version: 1n }));
    await store.close();
    await gate.shut();
  });

  it('42 starts while the server is down and works once it is up', async () => {
    const gate = await TcpGate.to(log.appUrl);
    const store = log.open({ connectionString: gate.url, timeouts: SHORT });
    const seen: RecordedEvent[] = [];
    const faults: EventStoreError[] = [];
    const following = await store.subscribe({
      after: null,
      onEvents: (page) => void seen.push(...page),
      onFault: (fault) => void faults.push(fault),
    });
    expect(await fate(store.check())).toBe('transient');
    const request = { stream: newStream(), expected: 'no-stream', events: newEvents(1) } as const;
    expect(await fate(store.append(request))).toBe('transient');
    await gate.open();
    await vi.waitFor(() => appendAtHead(store, request));
    await following.caughtUp();
    expect(seen.at(-1)?.id).toBe(request.events[0]?.id);
    expect(faults[0]?.kind).toBe('transient');
    await store.close();
    await gate.shut();
  });
});
