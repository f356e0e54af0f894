import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditId } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { EventStoreError, type EventStore, type JsonObject, type Snapshot } from '@cotejo/event-store';
import {
  AUDIT,
  bytesOf,
  createAudit,
  createRisk,
  id,
  OTHER_ACCOUNT,
  people,
  recordIn,
  rename,
  TestCluster,
  typesIn,
  wrap,
  type TestNode,
} from './cluster.fixture.ts';
import { historySnapshotVersionOf } from '../history/history-snapshot.ts';
import { roomSnapshotVersionOf } from './documents/hot-audit.ts';

const model = createAuditModel();
const [ROOM, HISTORY] = [roomSnapshotVersionOf(model), historySnapshotVersionOf(model)];
const SESSION = id('o', 1);
const ok = { ok: true };
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('several nodes', () => {
  it('push what any of them writes', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    const [marta, julio] = await Promise.all([one.connect('marta').synced(), two.connect('julio').synced()]);
    marta.intent(SESSION, 0, createRisk(1));
    await julio.until(() => julio.version === 5);
    expect(recordIn(julio.document, id('r', 1))?.name).toBe('Riesgo 1');
    expect(julio.gaps).toBe(0);
  });

  it('that write at once judge again on what the other wrote', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    const [marta, julio] = await Promise.all([one.connect('marta').synced(), two.connect('julio').synced()]);
    for (let n = 0; n < 40; n++) {
      marta.intent(id('o', 1), n, createRisk(n, `de marta ${n}`), 4);
      julio.intent(id('o', 2), n, createRisk(n, `de julio ${n}`), 4);
    }
    await Promise.all([marta, julio].map((client) => client.until(() => client.answers.length === 40)));
    await Promise.all([marta, julio].map((client) => client.until(() => client.version === 44)));
    // Each risk was created by exactly one client; the other's attempt was a duplicate.
    for (let n = 0; n < 40; n++) {
      const results = [marta, julio].map((client) => client.answers.find(({ seq }) => seq === n)?.outcome.ok);
      expect(results.filter(Boolean)).toHaveLength(1);
    }
    expect(bytesOf(marta.document)).toBe(bytesOf(julio.document));
  });

  it('read on before they judge a base that is ahead of them', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    const deaf = await cluster.start(
      {},
      wrap(cluster.store, {
        subscribe: () => cluster.store.subscribe({ after: 'head', onEvents: () => undefined }),
      }),
    );
    await deaf.connect('gil').synced();
    const marta = await one.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 1);
    const { version, link } = marta;
    const [hello] = marta.frames;
    const document = hello?.t === 'hello' ? hello.document : '';
    for (const node of [two, deaf]) {
      const roaming = await node
        .connect('marta', { document: marta.document, holds: { document, version, link } })
        .synced();
      expect(roaming.frames.map(({ t }) => t)).toEqual(['hello']);
      expect(roaming.version).toBe(5);
    }
  });
});

describe('a room that is loaded anew', () => {
  async function work(node: TestNode): Promise<string> {
    const marta = await node.connect('marta').synced();
    for (let n = 0; n < 30; n++) {
      const item = id('r', Math.floor(n / 3));
      const intent =
        n % 3 === 0
          ? createRisk(n / 3)
          : n % 3 === 1
            ? rename(item, `v${n}`)
            : { kind: 'delete_item', id: item };
      marta.intent(SESSION, n, intent);
    }
    await marta.until(() => marta.answers.length === 30);
    expect(marta.answers.every(({ outcome }) => outcome.ok)).toBe(true);
    const bytes = bytesOf(marta.document);
    await marta.close();
    return bytes;
  }

  it('after a crash has the same document, byte for byte', async () => {
    const node = await cluster.startWithAudit();
    const lived = await work(node);
    await node.crash();
    const reloaded = await (await cluster.start()).connect('julio').synced();
    expect(bytesOf(reloaded.document)).toBe(lived);
  });

  it('from a snapshot and what came after it has the same document, byte for byte', async () => {
    const node = await cluster.startWithAudit({ settings: { snapshotEvery: 10 } });
    const lived = await work(node);
    await node.stop();
    const snapshots = await cluster.store.snapshots.latest(`audit-${AUDIT}`, ROOM);
    expect(snapshots?.version).toBe(34n);
    let read = 0;
    const counted = wrap(cluster.store, {
      read: (stream, options) => count(cluster.store.read(stream, options), () => read++),
    });
    const other = await cluster.start({}, counted);
    const julio = await other.connect('julio').synced();
    // Only the event at the snapshot's version is read, to check that the snapshot belongs to this log.
    expect(read).toBe(1);
    expect(bytesOf(julio.document)).toBe(lived);
    // The loaded room continues to write like one that folded all events.
    julio.intent(id('o', 2), 0, createRisk(99));
    await julio.until(() => julio.answers.length === 1);
    const fresh = await (
      await cluster.start({}, wrap(cluster.store, { snapshots: noSnapshots }))
    )
      .connect('marta')
      .synced();
    expect(bytesOf(fresh.document)).toBe(bytesOf(julio.document));
  });

  it.each<[string, (snapshot: Snapshot) => Snapshot]>([
    ['at a link that is not the log’s', (snapshot) => ({ ...snapshot, link: 'ab'.repeat(32) })],
    ['of a version that the log has not', (snapshot) => ({ ...snapshot, version: 900n })],
    ['of a version that is not its own', (snapshot) => ({ ...snapshot, version: snapshot.version - 1n })],
    [
      'of another document',
      (snapshot) => ({ ...snapshot, state: { ...bodyOf(snapshot), documentId: 'old' } }),
    ],
    [
      'with a damaged document',
      (snapshot) => ({ ...snapshot, state: { ...bodyOf(snapshot), document: 'AAAA' } }),
    ],
    [
      'with half a state',
      (snapshot) => ({ ...snapshot, state: { ...bodyOf(snapshot), state: { nodes: [] } } }),
    ],
    ['of nothing', (snapshot) => ({ ...snapshot, state: null })],
  ])('49 after a crash takes no notice of a snapshot %s', async (_, spoil) => {
    const node = await cluster.startWithAudit({ settings: { snapshotEvery: 10 } });
    const lived = await work(node);
    await node.stop();
    const { snapshots } = cluster.store;
    const stream = `audit-${AUDIT}`;
    const latest = await snapshots.latest(stream, ROOM);
    if (!latest) throw new Error('no snapshot');
    await snapshots.drop(stream, [latest]);
    const spoilt = spoil(latest);
    await snapshots.save(spoilt);
    const julio = await (await cluster.start()).connect('julio').synced();
    expect(bytesOf(julio.document)).toBe(lived);
    expect(await snapshots.list(stream)).not.toContainEqual({ stateVersion: ROOM, version: spoilt.version });
  });

  it('is not loaded for whoever reads its past, nor used by it', async () => {
    const node = await cluster.startWithAudit();
    await work(node);
    const other = await cluster.start();
    const past = await other.rooms.history.at(AUDIT as AuditId, { version: 4 });
    expect(other.rooms.holds(AUDIT)).toBe(false);
    past.state.setAudit({ status: 'cancelled', version: 99 });
    const used = (await node.rooms.room(AUDIT))?.uses;
    await node.rooms.history.at(AUDIT as AuditId, 'now');
    const room = await node.rooms.room(AUDIT);
    expect([room?.hot.version, room?.state.status, room?.uses]).toEqual([34, 'not_started', (used ?? 0) + 2]);
  });

  it('leaves few snapshots behind: two of the room, and snapshots to read the past from', async () => {
    const node = await cluster.startWithAudit({ settings: { snapshotEvery: 3, historySnapshotEvery: 10 } });
    await work(node);
    await node.stop();
    const kept = await cluster.store.snapshots.list(`audit-${AUDIT}`);
    const versions = (of: number) =>
      kept.filter(({ stateVersion }) => stateVersion === of).map(({ version }) => Number(version));
    expect(versions(ROOM).length).toBeLessThanOrEqual(3);
    const snapshots = versions(HISTORY);
    expect(snapshots.length).toBeGreaterThan(0);
    for (const [index, at] of snapshots.entries())
      expect(at - (snapshots[index - 1] ?? -1)).toBeGreaterThanOrEqual(10);
  });

  it('is let go when nobody has used it for a while, and not before', async () => {
    let now = Date.parse('2026-03-02T08:00:00Z');
    const node = await cluster.startWithAudit({ clock: () => new Date(now), settings: { idle: 60_000 } });
    const marta = await node.connect('marta').synced();
    now += 120_000;
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(true);
    await marta.close();
    await expect.poll(async () => (await node.rooms.room(AUDIT))?.isBusy).toBe(false);
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(true);
    now += 60_000;
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(false);
    await node.connect('marta').synced();
  });

  it('makes room when memory is short', async () => {
    let now = Date.parse('2026-03-02T08:00:00Z');
    const node = await cluster.startWithAudit({ clock: () => new Date(now), settings: { budget: 15_000 } });
    await createAudit(node.rooms, id('a', 2));
    await node.rooms.room(AUDIT);
    now += 10_000;
    await node.rooms.room(id('a', 2));
    await node.rooms.sweep();
    expect([node.rooms.holds(AUDIT), node.rooms.holds(id('a', 2))]).toEqual([false, true]);
  });

  it('makes room first at the cost of the account that takes most: its neighbour keeps what it used longer ago', async () => {
    let now = Date.parse('2026-03-02T08:00:00Z');
    // Estimated at ten thousand bytes each; four fit.
    const node = await cluster.startWithAudit({ clock: () => new Date(now), settings: { budget: 40_000 } });
    await node.rooms.room(AUDIT);
    const greedy = [2, 3, 4, 5, 6, 7].map((n) => id('a', n));
    for (const audit of greedy) {
      await createAudit(node.rooms, audit, [], undefined, OTHER_ACCOUNT);
      now += 10_000;
      await node.rooms.room(audit);
    }
    now += 10_000;
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(true);
    expect(greedy.map((audit) => node.rooms.holds(audit))).toEqual([false, false, false, true, true, true]);
  });
});

describe('a store in trouble', () => {
  it('is asked again with the same bytes while the outcome is unknown, and nothing is written twice', async () => {
    const seen: string[] = [];
    const flaky = wrap(cluster.store, {
      append: async (request) => {
        if (request.expected === 'no-stream') return cluster.store.append(request);
        seen.push(
          JSON.stringify(request, (_key, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          ),
        );
        if (seen.length === 1) await cluster.store.append(request); // written, but the answer is lost
        if (seen.length < 3) throw new EventStoreError('transient', 'timeout');
        return cluster.store.append(request);
      },
    });
    const node = await cluster.startWithAudit({}, flaky);
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 1);
    expect(marta.answers[0]).toMatchObject({ outcome: ok, version: 5 });
    expect(new Set(seen).size).toBe(1);
    expect(await typesIn(cluster.store)).toHaveLength(6);
  });

  it('for too long costs the room: sockets close with 1013, and the next room answers', async () => {
    let isDown = false;
    const flaky = wrap(cluster.store, {
      append: (request) =>
        isDown ? Promise.reject(new EventStoreError('transient', 'timeout')) : cluster.store.append(request),
    });
    const node = await cluster.startWithAudit({ settings: { patience: 60 } }, flaky);
    const marta = await node.connect('marta').synced();
    isDown = true;
    marta.intent(SESSION, 0, createRisk(1));
    expect(await marta.closed()).toBe(1013);
    expect(marta.answers).toEqual([]);
    const principal = cluster.directory.principal('marta');
    const submitted = node.rooms.submit(AUDIT, principal, [{ intent: createRisk(2), base: 4 }]);
    await expect(submitted).rejects.toMatchObject({ code: 'room_unavailable', status: 503 });
    isDown = false;
    const back = await node.connect('marta').synced();
    back.intent(SESSION, 0, createRisk(1));
    await back.until(() => back.answers.length === 1);
    expect(back.answers[0]?.outcome).toEqual(ok);
  });

  it('with an event of a newer version of the program costs the room, and nothing is skipped', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const event = {
      id: id('e', 1),
      type: 'SomethingNew',
      schemaVersion: 1,
      data: {},
      meta: { actor: people.marta.user, at: '2026-03-02T08:00:00Z' },
    };
    await cluster.store.append({ stream: `audit-${AUDIT}`, expected: 4n, events: [event] });
    expect(await marta.closed()).toBe(1013);
    expect(await node.connect('marta').closed()).toBe(1013);
  });
});

const bodyOf = ({ state }: Snapshot): JsonObject => state as JsonObject;

const noSnapshots: EventStore['snapshots'] = {
  save: async () => undefined,
  latest: async () => null,
  list: async () => [],
  drop: async () => undefined,
};

async function* count<T>(items: AsyncIterable<T>, each: () => void): AsyncIterable<T> {
  for await (const item of items) {
    each();
    yield item;
  }
}
