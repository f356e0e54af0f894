import { describe, expect, it, type TestContext } from 'vitest';
import { createKurrentLog } from '../conformance/kurrent-log.ts';
import { newEvents, newStream, readWhole } from '../conformance/subject.ts';
import { verifyStream } from '../hash-chain.ts';
import type { EventStore, RecordedEvent, SubscribeOptions } from '../port.ts';
import { FakeCluster } from './fake/fake-cluster.fixture.ts';
import type { FakeRecord } from './fake/fake-log.fixture.ts';

const STREAMS = 5;
const EVENTS = 100;

/** `expect.poll` is not for tests that run at once. */
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

/** Appends events to several streams in turn, each with a command. */
async function write(
  store: EventStore,
  streams: readonly string[],
  count: number,
  meanwhile: (written: number) => Promise<unknown> | void = () => undefined,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const commands = [{ id: newStream('command'), intentHash: 'h' }];
    await store.append({
      stream: streams[n % streams.length] ?? 's',
      expected: 'any',
      events: newEvents(1),
      commands,
    });
    await meanwhile(n + 1);
  }
}

async function followWhole(store: EventStore, part: Partial<SubscribeOptions> = {}) {
  const seen: RecordedEvent[] = [];
  const onEvents = (page: readonly RecordedEvent[]) => void seen.push(...page);
  return { seen, following: await store.subscribe({ after: null, onEvents, ...part }) };
}

const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);

/** The events of the subscription; always on the fake, which counts reads and injects faults. */
describe.concurrent('the subscription of a node', () => {
  async function given(context: TestContext) {
    const log = await createKurrentLog({ onFake: true });
    context.onTestFinished(() => log.drop());
    const { fake } = log;
    if (!fake) throw new Error('these specifications have a server of their own');
    const streams = Array.from({ length: STREAMS }, () => newStream());
    const node = log.open();
    const other = log.open();
    // Both nodes know the streams, and both subscriptions have begun.
    for (const store of [node, other]) {
      const { following } = await followWhole(store);
      await write(store, streams, 4 * STREAMS);
      await following.caughtUp();
    }
    return { log, fake, streams, node, other };
  }

  /** Leaves the given events out of every subscription, and sees that it did so. */
  function disturb(log: Awaited<ReturnType<typeof given>>, fault: 'not' | 'twice' | 'behind', every: number) {
    let count = 0;
    const disturbed: FakeRecord[] = [];
    log.fake.mischief.carries = (record) => {
      if (record.stream.startsWith('$') || ++count % every !== 0) return undefined;
      disturbed.push(record);
      return fault;
    };
    return disturbed;
  }

  it.for(['its own', 'another'])(
    'brings the events that %s node writes, nearly without reads',
    async (whose, context) => {
      const { fake, streams, node, other } = await given(context);
      const { seen, following } = await followWhole(node, { after: 'head' });
      const arrived: RecordedEvent[] = [];
      let { next } = await node.readAll((await readWhole(node)).at(-1)?.position ?? null);
      const before = fake.reads;
      await write(whose === 'its own' ? node : other, streams, EVENTS);
      await until(() => seen.length === EVENTS);
      while (arrived.length < EVENTS) {
        const page = await node.readAll(next, { arrived: true });
        arrived.push(...page.events);
        next = page.next;
      }
      expect(fake.reads - before).toBeLessThanOrEqual(5);
      expect(arrived).toEqual(seen);
      await following.caughtUp();
      expect(idsOf(await readWhole(other)).slice(-EVENTS)).toEqual(idsOf(seen));
    },
  );

  it('brings the index what it needs, so that the other node answers a repeated command', async (context) => {
    const { fake, streams, node, other } = await given(context);
    const command = { id: newStream('command'), intentHash: 'h', outcome: 'done' };
    await node.append({
      stream: streams[0] ?? '',
      expected: 'any',
      events: newEvents(1),
      commands: [command],
    });
    await write(node, streams, EVENTS);
    expect(await other.settled([command.id])).toMatchObject([{ outcome: 'done' }]);
    const before = fake.reads;
    await pause(200);
    expect(fake.reads - before).toBeLessThanOrEqual(2);
  });

  it.for([
    ['not', 7],
    ['twice', 3],
    ['behind', 5],
  ] as const)(
    'is checked: an event that came "%s" is noticed, and everything arrives once',
    async ([fault, every], context) => {
      const all = await given(context);
      const { streams, node, other, fake } = all;
      const { seen, following } = await followWhole(node, { after: 'head' });
      const begun = (await readWhole(other)).length;
      const disturbed = disturb(all, fault, every);
      await write(other, streams, EVENTS);
      fake.mischief.carries = () => undefined;
      // The next event of each stream shows what is missing of it.
      await write(other, streams, 2 * STREAMS);
      await until(() => seen.length >= EVENTS + 2 * STREAMS);
      await following.caughtUp();
      expect(disturbed.length).toBeGreaterThan(5);
      const whole = (await readWhole(other)).slice(begun);
      expect(idsOf(seen).toSorted()).toEqual(idsOf(whole).toSorted());
      for (const stream of streams) {
        const of = (events: readonly RecordedEvent[]) => events.filter((event) => event.stream === stream);
        expect(of(seen)).toEqual(of(whole));
      }
      if (fault === 'twice') expect(idsOf(seen)).toEqual(idsOf(whole));
    },
  );

  it('may leave out the last event of all: caught up means that it was read', async (context) => {
    const { fake, streams, node, other } = await given(context);
    const { seen, following } = await followWhole(node, { after: 'head' });
    fake.mischief.carries = () => 'not';
    for (let n = 1; n <= 5; n++) {
      await write(other, streams, 1);
      await following.caughtUp();
      expect(seen).toHaveLength(n);
    }
  });

  it('may be silent: the log is read from time to time', async (context) => {
    const { fake, streams, node, other } = await given(context);
    const { seen } = await followWhole(node, { after: 'head' });
    fake.mischief.carries = () => 'not';
    await write(other, streams, 5);
    await until(() => seen.length === 5);
    fake.mischief.carries = () => undefined;
    await write(other, streams, 5);
    await until(() => seen.length === 10);
  });

  it('lets a consumer that is slow read by itself, and go on', async (context) => {
    const { log, streams, node } = await given(context);
    // The index of a busy machine takes its time for so many events.
    const other = log.open({ timeouts: { appendMs: 60_000 } });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    context.onTestFinished(() => release());
    const slow: RecordedEvent[] = [];
    const { following } = await followWhole(node, {
      after: 'head',
      onEvents: async (page) => {
        await held;
        slow.push(...page);
      },
    });
    const quick = await followWhole(node, { after: 'head' });
    await write(other, streams, 5);
    for (let n = 0; n < 11; n++)
      await other.append({ stream: streams[n % 2] ?? '', expected: 'any', events: newEvents(1_000) });
    await quick.following.caughtUp();
    expect(slow).toEqual([]);
    release();
    await following.caughtUp();
    expect(slow).toHaveLength(11_005);
    expect(idsOf(slow)).toEqual(idsOf(quick.seen));
  });

  it('is begun anew when it breaks, and nothing is missing', async (context) => {
    const { fake, streams, node, other } = await given(context);
    const { seen, following } = await followWhole(node, { after: 'head' });
    await write(other, streams, EVENTS, (written) => {
      if (written % 25 === 0) fake.resetStreams();
    });
    await following.caughtUp();
    expect(idsOf(seen)).toEqual(idsOf((await readWhole(other)).slice(-EVENTS)));
  });

  it('moves to the new leader of a cluster', async (context) => {
    const cluster = await FakeCluster.start();
    context.onTestFinished(() => cluster.kill());
    const log = await createKurrentLog({ at: cluster.url });
    context.onTestFinished(() => log.drop());
    const store = log.open({ timeouts: { attemptMs: 1_000, appendMs: 30_000 } });
    const { seen, following } = await followWhole(store);
    const streams = Array.from({ length: STREAMS }, () => newStream());
    await write(store, streams, 60, (written) => {
      if (written % 20 === 10) return cluster.changeLeader(100);
    });
    await following.caughtUp();
    const witness = log.open();
    const whole = await readWhole(witness);
    await witness.close();
    expect(whole).toHaveLength(60);
    expect(idsOf(seen)).toEqual(idsOf(whole));
    // The longest pause between two tries to subscribe.
    await pause(2_500);
    const before = cluster.nodes.reduce((sum, { reads }) => sum + reads, 0);
    await write(store, streams, 50);
    await until(() => seen.length === 110);
    expect(cluster.nodes.reduce((sum, { reads }) => sum + reads, 0) - before).toBeLessThanOrEqual(5);
    for (const stream of streams)
      expect(await verifyStream(seen.filter((event) => event.stream === stream))).toBeNull();
  });
});
