import { describe, expect, it, type TestContext } from 'vitest';
import { createKurrentLog } from '../conformance/kurrent-log.ts';
import { collect, fate, newEvents, newStream, readWhole } from '../conformance/subject.ts';
import { TcpGate } from '../conformance/tcp-gate.ts';
import { verifyStream } from '../hash-chain.ts';
import type { EventStoreError, RecordedEvent } from '../port.ts';
import type { KurrentEventStore } from './kurrent-event-store.ts';

const SHORT = { connectMs: 1_000, attemptMs: 1_000, appendMs: 2_000, readMs: 1_000 };
/** Sum of the time limits above, plus time for a busy machine. */
const BUDGET_MS = 15_000;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Network faults between a node and the server; always on the fake, whose network the test controls. Each test has its
 * own log and waits for timeouts, so they run concurrently.
 */
describe.concurrent('the KurrentDB event store when things go wrong', () => {
  /** A node that reaches the server through a gate. */
  async function given(context: TestContext, { batches = true, open = true } = {}) {
    const log = await createKurrentLog({ batches, onFake: true });
    context.onTestFinished(() => log.drop());
    const { fake } = log;
    if (!fake) throw new Error('these specifications have a server of their own');
    const gate = await TcpGate.to(log.url);
    context.onTestFinished(() => gate.shut());
    if (open) await gate.open();
    const store = log.open({ url: gate.url, timeouts: SHORT });
    return { log, fake, gate, store };
  }

  async function within(budgetMs: number, work: Promise<unknown>): Promise<void> {
    const late = Symbol('late');
    expect(await Promise.race([work, pause(budgetMs).then(() => late)])).not.toBe(late);
  }

  const settledBy = (store: KurrentEventStore, ids: readonly string[]) => store.settled(ids);

  it.for([true, false])(
    '20 writes once when the answer was lost after the commit (batches: %s)',
    async (batches, context) => {
      const { log, fake, gate } = await given(context, { batches });
      const store = log.open({ url: gate.url, timeouts: { ...SHORT, appendMs: 20_000 } });
      await store.check();
      for (const part of [{ commands: [{ id: newStream('command'), intentHash: 'h' }] }, {}]) {
        const request = {
          stream: newStream(),
          expected: 'no-stream',
          events: newEvents(2),
          ...part,
        } as const;
        let isFirst = true;
        fake.mischief.append = (stream) => {
          if (stream !== request.stream || !isFirst) return undefined;
          isFirst = false;
          return 'mute';
        };
        // Recognised within the same call, so the caller does not see a replay.
        expect(await store.append(request)).toMatchObject({ version: 1n, replayed: false });
        expect(await store.append(request)).toMatchObject({ version: 1n, replayed: true });
        const events = await collect(store.read(request.stream));
        expect(events).toHaveLength(2);
        expect(await verifyStream(events)).toBeNull();
      }
    },
  );

  it.for([true, false])(
    '41 says within its budget that the outcome is unknown (batches: %s)',
    async (batches, context) => {
      const { gate, store } = await given(context, { batches });
      const stream = newStream();
      await store.append({ stream, expected: 'no-stream', events: newEvents(1) });
      gate.become('silent');
      const commands = [{ id: newStream('command'), intentHash: 'h' }];
      const request = { stream, expected: 0n, events: newEvents(1), commands };
      await within(
        BUDGET_MS,
        fate(store.append(request)).then((it) => expect(it).toBe('transient')),
      );
      await within(
        BUDGET_MS,
        fate(store.head(stream)).then((it) => expect(it).toBe('transient')),
      );
      gate.become('open');
      gate.cut();
      // Whatever the first outcome was: in the end the events are stored once, and the answer stays the same.
      let fates = await fate(store.append(request));
      while (fates === 'transient') fates = await fate(store.append(request));
      expect(fates).toBe('written');
      expect(await store.append(request)).toMatchObject({ version: 1n, replayed: true });
      expect(await collect(store.read(stream))).toHaveLength(2);
      expect(await settledBy(store, [commands[0]?.id ?? ''])).toMatchObject([{ stream, version: 1n }]);
    },
  );

  it('41 gives up a connection that is closed in the middle of a call, and goes on', async (context) => {
    const { fake, gate, store } = await given(context);
    const stream = newStream();
    await store.append({ stream, expected: 'no-stream', events: newEvents(1) });
    fake.mischief.readDelayMs = () => 200;
    const reading = collect(store.read(stream));
    await pause(100);
    gate.cut();
    fake.mischief.readDelayMs = () => 0;
    await within(BUDGET_MS, reading);
    expect(await reading).toHaveLength(1);
    expect(await store.append({ stream, expected: 0n, events: newEvents(1) })).toMatchObject({ version: 1n });
  });

  it('42 refuses within its budget while the server is down, and works once it is up', async (context) => {
    const { gate, store } = await given(context, { open: false });
    const seen: RecordedEvent[] = [];
    const faults: EventStoreError[] = [];
    const following = await store.subscribe({
      after: null,
      onEvents: (page) => void seen.push(...page),
      onFault: (fault) => void faults.push(fault),
    });
    await within(
      BUDGET_MS,
      fate(store.check()).then((it) => expect(it).toBe('transient')),
    );
    const request = { stream: newStream(), expected: 'no-stream', events: newEvents(1) } as const;
    await within(
      BUDGET_MS,
      fate(store.append(request)).then((it) => expect(it).toBe('transient')),
    );
    await gate.open();
    let fates = await fate(store.append(request));
    while (fates === 'transient') fates = await fate(store.append(request));
    expect(fates).toBe('written');
    await following.caughtUp();
    expect(seen.map(({ id }) => id)).toEqual(request.events.map(({ id }) => id));
    expect(faults[0]?.kind).toBe('transient');
    await following.close();
  });

  it('40 follows and writes on through torn connections and a server that is gone for a while', async (context) => {
    const { log, fake, gate } = await given(context);
    const store = log.open({ url: gate.url, timeouts: { ...SHORT, appendMs: 30_000 } });
    const seen: RecordedEvent[] = [];
    const following = await store.subscribe({ after: null, onEvents: (page) => void seen.push(...page) });
    const streams = Array.from({ length: 3 }, () => newStream());
    let isWriting = true;
    let written = 0;
    const writing = streams.map(async (stream) => {
      for (let version = -1n; isWriting; written++) {
        const commands = [{ id: newStream('command'), intentHash: 'h' }];
        ({ version } = await store.append({ stream, expected: version, events: newEvents(1), commands }));
      }
    });
    for (let round = 0; round < 4; round++) {
      const target = written + 15;
      while (written < target) await pause(5);
      if (round % 2 === 0) gate.cut();
      else {
        fake.kill();
        await pause(300);
        await fake.up();
      }
    }
    isWriting = false;
    await Promise.all(writing);
    const whole = await readWhole(log.open());
    expect(whole).toHaveLength(written);
    await following.caughtUp();
    expect(seen).toEqual(whole);
    for (const stream of streams)
      expect(await verifyStream(whole.filter((event) => event.stream === stream))).toBeNull();
    await following.close();
  });

  it('takes "not available" for an answer that may change', async (context) => {
    const { log, fake } = await given(context);
    const store = log.open({ timeouts: { appendMs: 20_000 } });
    let refusals = 3;
    fake.mischief.append = (stream) =>
      stream.startsWith('s-') && refusals-- > 0 ? 'unavailable' : undefined;
    const appended = await store.append({ stream: 's-1', expected: 'no-stream', events: newEvents(1) });
    expect(appended).toMatchObject({ version: 0n, replayed: false });
  });
});
