import { KurrentDBClient, streamNameFilter } from '@kurrent/kurrentdb-client';
import { describe, expect, it, type TestContext } from 'vitest';
import { createKurrentLog } from '../conformance/kurrent-log.ts';
import { collect, fate, newEvents, newStream, readWhole } from '../conformance/subject.ts';
import { verifyStream } from '../hash-chain.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { FakeCluster } from './fake/fake-cluster.fixture.ts';
import { MEASURED_PACE } from './fake/fake-kurrentdb.fixture.ts';

const STREAMS = 8;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** `expect.poll` is not for tests that run at once. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

/** Writers of several streams, each event with a command, and a follower of the whole log. */
class Work {
  readonly seen: RecordedEvent[] = [];
  readonly streams = Array.from({ length: STREAMS }, () => newStream());
  private isOver = false;
  private written = 0;

  static async on(store: EventStore): Promise<Work> {
    const work = new Work();
    const following = await store.subscribe({
      after: null,
      onEvents: (page) => void work.seen.push(...page),
    });
    const writing = work.streams.map(async (stream) => {
      for (let version = -1n; !work.isOver; work.written++) {
        const commands = [{ id: newStream('command'), intentHash: 'h' }];
        ({ version } = await store.append({ stream, expected: version, events: newEvents(1), commands }));
      }
    });
    work.ending = async () => {
      work.isOver = true;
      await Promise.all(writing);
      await following.caughtUp();
      await following.close();
    };
    return work;
  }

  private ending: () => Promise<void> = async () => undefined;

  /** Resolves after `count` further events of each stream on average. */
  async goesOn(count = 3): Promise<void> {
    const wanted = this.written + count * STREAMS;
    while (this.written < wanted) await pause(5);
  }

  /** Ends it and checks that everything acknowledged is in the log, and seen, exactly once and in order. */
  async isWhole(witness: EventStore): Promise<void> {
    await this.ending();
    const whole = await readWhole(witness);
    expect(whole).toHaveLength(this.written);
    expect(this.seen).toEqual(whole);
    for (const stream of this.streams)
      expect(await verifyStream(whole.filter((event) => event.stream === stream))).toBeNull();
  }
}

/** What a KurrentDB does besides answering; always on the fake, which does it on demand. */
describe.concurrent('the KurrentDB event store on a server as it is', () => {
  async function onOneServer(context: TestContext) {
    const log = await createKurrentLog({ onFake: true });
    context.onTestFinished(() => log.drop());
    const { fake } = log;
    if (!fake) throw new Error('these specifications have a server of their own');
    return { log, fake };
  }

  async function onCluster(context: TestContext, url: (cluster: FakeCluster) => string) {
    const cluster = await FakeCluster.start();
    context.onTestFinished(() => cluster.kill());
    const log = await createKurrentLog({ at: url(cluster) });
    context.onTestFinished(() => log.drop());
    const store = log.open({ timeouts: { attemptMs: 1_000, appendMs: 30_000 } });
    return { cluster, log, store };
  }

  it('loses and doubles nothing through stalls of 0.8 and 3 s', async (context) => {
    const { log, fake } = await onOneServer(context);
    Object.assign(fake.mischief, MEASURED_PACE);
    const store = log.open({ timeouts: { appendMs: 30_000 } });
    const work = await Work.on(store);
    for (const stallMs of [800, 3_000]) {
      await work.goesOn();
      fake.stall(stallMs);
      await pause(stallMs);
      await work.goesOn();
    }
    await work.isWhole(log.open());
  });

  it.for([
    ['all hosts', (cluster: FakeCluster) => cluster.url],
    [
      'a name to discover it by',
      ({ nodes }: FakeCluster) => `kurrentdb+discover://localhost:${nodes[2]?.port}?tls=false`,
    ],
  ] as const)('follows the leader of a cluster that is named by %s', async ([, url], context) => {
    const { cluster, log, store } = await onCluster(context, url);
    const leads = () => store.figures?.().leader;
    const leader = () => `127.0.0.1:${cluster.leader?.port}`;
    const work = await Work.on(store);
    await work.goesOn();
    await until(() => leads() === leader());
    expect(store.figures?.()).toMatchObject({ servers: { alive: 3, all: 3 }, reconnections: 0 });
    await cluster.changeLeader(300);
    await work.goesOn();
    await cluster.killLeader(500);
    await work.goesOn();
    await until(() => store.figures?.().servers.all === 2 && leads() === leader());
    const { reconnections = 0, ...times } = store.figures?.() ?? {};
    expect(reconnections).toBeGreaterThan(0);
    expect(times).toMatchObject({ appends: { medianMs: expect.any(Number) }, lagMs: expect.any(Number) });
    await work.isWhole(log.open());
  });

  it('reads, and says that the outcome is unknown, while the disk of the server is full', async (context) => {
    const { log, fake } = await onOneServer(context);
    const stream = newStream();
    await log.open().append({ stream, expected: 'no-stream', events: newEvents(1) });
    const store = log.open({ timeouts: { attemptMs: 1_000, appendMs: 3_000 } });
    fake.mischief.append = () => 'disk-full';
    const commands = [{ id: newStream('command'), intentHash: 'h' }];
    const request = { stream, expected: 0n, events: newEvents(1), commands };
    expect(await fate(store.append(request))).toBe('transient');
    expect(await collect(store.read(stream))).toHaveLength(1);
    delete fake.mischief.append;
    let fates = await fate(store.append(request));
    while (fates === 'transient') fates = await fate(store.append(request));
    expect(fates).toBe('written');
    expect(await collect(store.read(stream))).toHaveLength(2);
  });

  it('goes on from any position after a scavenge', async (context) => {
    const { log, fake } = await onOneServer(context);
    const store = log.open();
    const work = await Work.on(store);
    await work.goesOn(6);
    const before = fake.log.records.length;
    fake.log.scavenge();
    expect(fake.log.records.length).toBeLessThan(before);
    await work.goesOn();
    await work.isWhole(log.open());
    const whole = await readWhole(store);
    const middle = whole[Math.floor(whole.length / 2)]?.position ?? null;
    expect(await readWhole(log.open(), { after: middle })).toEqual(
      whole.slice(Math.floor(whole.length / 2) + 1),
    );
  });

  it('believes its own moments: those of the server differ between a read and a subscription', async (context) => {
    const { log, fake } = await onOneServer(context);
    const store = log.open();
    const stream = newStream();
    const seen: RecordedEvent[] = [];
    const following = await store.subscribe({ after: null, onEvents: (page) => void seen.push(...page) });
    const client = KurrentDBClient.connectionString(fake.url);
    const subscription = client.subscribeToAll({
      filter: streamNameFilter({ prefixes: [stream] }),
    });
    const pushed = new Promise<number>((resolve) =>
      subscription.on('data', ({ event }) => resolve(event?.created.getTime() ?? Number.NaN)),
    );
    // In whole seconds one of a thousand moments would be the same in both.
    while (Date.now() % 1_000 < 100) await pause(20);
    await store.append({ stream, expected: 'no-stream', events: newEvents(1) });
    const read: number[] = [];
    for await (const { event } of client.readStream(stream))
      read.push(event?.created.getTime() ?? Number.NaN);
    expect(read[0]).toBe(Math.floor((await pushed) / 1_000) * 1_000);
    expect(read[0]).not.toBe(await pushed);
    await following.caughtUp();
    expect(seen).toEqual(await collect(store.read(stream)));
    await following.close();
    await subscription.unsubscribe();
    await client.dispose();
  });
});
