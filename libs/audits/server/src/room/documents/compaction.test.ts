import * as Y from 'yjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { createAuditModel, createTreeDocument } from '@cotejo/audits-domain';
import type { EventStore } from '@cotejo/event-store';
import {
  AUDIT,
  arrayOf,
  bytesOf,
  createRisk,
  id,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  typesIn,
  wrap,
  type TestNode,
} from '../cluster.fixture.ts';
import { isWorthCompacting } from './document-epoch.ts';
import { HotAudit } from './hot-audit.ts';

const STREAM = `audit-${AUDIT}`;
const SESSION = id('o', 1);
const compact = [{ intent: { kind: 'compact_document' }, base: 0 }];
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

/** Three risks, one of them deleted, and many overwritten names. */
async function work(node: TestNode, session = SESSION): Promise<void> {
  const marta = await node.connect('marta').synced();
  const intents = [
    ...[1, 2, 3].map((n) => createRisk(n)),
    ...[...Array(20).keys()].map((n) => rename(id('r', 1 + (n % 3)), `nombre ${n}`)),
    { kind: 'delete_item', id: id('r', 2) },
  ];
  for (const [seq, intent] of intents.entries()) marta.intent(session, seq, intent);
  await marta.until(() => marta.answers.length === intents.length);
  await marta.close();
}

async function hotOf(node: TestNode): Promise<HotAudit> {
  const room = await node.rooms.room(AUDIT);
  if (!room) throw new Error('no room');
  return room.hot;
}

const noSnapshots = (store: EventStore): EventStore =>
  wrap(store, { snapshots: { ...store.snapshots, latest: async () => null } });

async function loaded(store: EventStore): Promise<HotAudit> {
  const hot = await HotAudit.load(store, createAuditModel(), AUDIT);
  if (!hot) throw new Error('no audit');
  return hot;
}

describe('a tree document that is compacted', () => {
  it('is another one, of the same content and fewer bytes, named by the version of the compaction', async () => {
    const node = await cluster.startWithAudit();
    await work(node);
    const hot = await hotOf(node);
    const [before, bytes] = [hot.documentId, bytesOf(hot.document).length];
    const shown = hot.document.getMap('items').toJSON();
    const { outcomes, version } = await node.rooms.submitAsSystem(AUDIT, 'compaction', compact);
    expect(outcomes).toEqual([{ ok: true }]);
    expect(hot.documentId).not.toBe(before);
    expect(hot.documentId).toMatch(new RegExp(`\\.${version}$`));
    expect(hot.document.getMap('items').toJSON()).toEqual(shown);
    expect(bytesOf(hot.document).length).toBeLessThan(bytes);
    const event = (await arrayOf(cluster.store.read(STREAM))).at(-1);
    expect(event).toMatchObject({ type: 'TreeDocumentCompacted', meta: { actor: 'system:compaction' } });
  });

  it('is the same, byte for byte, wherever and however it was loaded', async () => {
    const one = await cluster.startWithAudit();
    const two = await cluster.start();
    await work(one);
    await hotOf(two);
    await (await one.rooms.room(AUDIT))?.saveSnapshot();
    const [before] = await cluster.store.snapshots.list(STREAM);
    await one.rooms.submitAsSystem(AUDIT, 'compaction', compact);
    // Writes continue after the compaction, also in the same batch of the log.
    await work(two, id('o', 2));
    const head = Number((await cluster.store.head(STREAM))?.version);
    await expect.poll(async () => (await hotOf(one)).version).toBe(head);
    await (await two.rooms.room(AUDIT))?.saveSnapshot();

    const lived = await hotOf(one);
    const [ofEvents, ofSnapshotAfter] = [
      await loaded(noSnapshots(cluster.store)),
      await loaded(cluster.store),
    ];
    const latest = cluster.store.snapshots.latest.bind(cluster.store.snapshots);
    const old = wrap(cluster.store, {
      snapshots: {
        ...cluster.store.snapshots,
        latest: (stream, stateVersion) => latest(stream, stateVersion, before?.version),
      },
    });
    const ofSnapshotBefore = await loaded(old);
    for (const other of [await hotOf(two), ofEvents, ofSnapshotAfter, ofSnapshotBefore]) {
      expect(other.documentId).toBe(lived.documentId);
      expect(bytesOf(other.document)).toBe(bytesOf(lived.document));
      expect([other.version, other.link]).toEqual([lived.version, lived.link]);
    }
  });

  it('is fetched anew by whoever watches the old one, on another node, and loses no intent', async () => {
    const one = await cluster.startWithAudit();
    const two = await cluster.start();
    await work(one);
    const julio = await two.connect('julio').synced();
    const hello = julio.frames.find(({ t }) => t === 'hello');
    if (hello?.t !== 'hello') throw new Error('no hello');
    const { version } = await one.rooms.submitAsSystem(AUDIT, 'compaction', compact);
    await julio.until(() => julio.frames.some(({ t }) => t === 'reset'));
    const reset = julio.frames.find(({ t }) => t === 'reset');
    const { documentId } = await hotOf(two);
    expect(reset).toEqual({ t: 'reset', document: documentId, version });
    // An intent sent before the reset is read is still decided; its answer goes to the next connection.
    julio.intent(id('o', 3), 0, rename(PROCESS, 'by julio'));
    await expect.poll(async () => (await hotOf(two)).version).toBe(version + 1);
    julio.cut();

    const holds = { document: hello.document, version: julio.version, link: julio.link };
    const stale = two.connect('julio', { document: julio.document, holds });
    await stale.until(() => stale.frames.some(({ t }) => t === 'reset'));
    expect(stale.advances).toEqual([]);
    const anew = await two.connect('julio').synced();
    anew.intent(id('o', 3), 0, rename(PROCESS, 'by julio'));
    await anew.until(() => anew.answers.length === 1);
    expect(anew.answers[0]).toMatchObject({ outcome: { ok: true }, version: version + 1 });
    expect(bytesOf(anew.document)).toBe(bytesOf((await hotOf(two)).document));
    expect(recordIn(anew.document, PROCESS)?.name).toBe('by julio');
  });

  it('roams: a base of the new document is of use on another node, which is behind or not', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    await work(one);
    await one.rooms.submitAsSystem(AUDIT, 'compaction', compact);
    const marta = await one.connect('marta').synced();
    marta.intent(id('o', 4), 0, rename(PROCESS, 'after'));
    await marta.until(() => marta.answers.length === 1);
    const { documentId: document } = await hotOf(one);
    const holds = { document, version: marta.version, link: marta.link };
    const roaming = await two.connect('marta', { document: marta.document, holds }).synced();
    expect(roaming.frames.map(({ t }) => t)).toEqual(['hello']);
    expect(bytesOf(roaming.document)).toBe(bytesOf((await hotOf(one)).document));
  });

  it('does not touch the past', async () => {
    const node = await cluster.startWithAudit();
    await work(node);
    const { version } = await hotOf(node);
    const past = async (at: number) =>
      [...(await node.rooms.history.at(AUDIT as AuditId, { version: at })).state.nodes()].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
    const before = await Promise.all([5, version].map(past));
    await node.rooms.submitAsSystem(AUDIT, 'compaction', compact);
    expect(await Promise.all([5, version].map(past))).toEqual(before);
    expect(await past(version + 1)).toEqual(before[1]);
  });

  it('is nobody’s but the system’s to compact', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, { kind: 'compact_document' });
    marta.intent(SESSION, 1, { kind: 'purge_item', id: PROCESS });
    await marta.until(() => marta.answers.length === 2);
    const forbidden = { ok: false, code: 'forbidden' };
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([forbidden, forbidden]);
  });
});

describe('what leaves the trash', () => {
  const LATER = new Date(Date.now() + 31 * 24 * 3_600_000).toISOString();
  const purge = [{ intent: { kind: 'purge_item', id: id('r', 2) }, base: 0 }];

  it('leaves the document too, the same on every node, in the system’s name', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    await work(one);
    const julio = await two.connect('julio').synced();
    const early = await one.rooms.submitAsSystem(AUDIT, 'trash', purge);
    expect(early.outcomes).toEqual([{ ok: false, code: 'not_expired' }]);
    const { outcomes, version } = await one.rooms.submitAsSystem(AUDIT, 'trash', purge, { now: LATER });
    expect(outcomes).toEqual([{ ok: true }]);
    await julio.until(() => julio.version === version);
    expect(recordIn(julio.document, id('r', 2))).toBeUndefined();
    const event = (await arrayOf(cluster.store.read(STREAM))).at(-1);
    expect(event).toMatchObject({ type: 'TreeItemPurged', meta: { actor: 'system:trash' } });
    await (await one.rooms.room(AUDIT))?.saveSnapshot();
    for (const other of [await loaded(cluster.store), await loaded(noSnapshots(cluster.store))]) {
      expect(bytesOf(other.document)).toBe(bytesOf(julio.document));
      expect(other.state.get(id('r', 2) as ItemId)).toBeUndefined();
    }
    // The snapshot was valid: it is still stored.
    expect((await cluster.store.snapshots.list(STREAM)).map((kept) => Number(kept.version))).toContain(
      version,
    );
  });
});

describe('a room that nobody uses any more', () => {
  const HOUR = 3_600_000;

  async function leave(changes: number): Promise<string[]> {
    let now = Date.parse('2026-03-02T08:00:00Z');
    const node = await cluster.startWithAudit({ clock: () => new Date(now) });
    const envelopes = [...Array(changes).keys()].map((n) => ({
      intent: rename(PROCESS, `nombre ${n}`),
      base: 4,
    }));
    // Two items in alternation: successive overwrites of one item would merge into one struct.
    const others = envelopes.map((_, n) => ({ intent: rename(id('i', 1), `fase ${n}`), base: 4 }));
    const both = envelopes.flatMap((one, n) => [one, others[n] ?? one]);
    await node.rooms.submit(AUDIT, cluster.directory.principal('marta'), both);
    now += HOUR;
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(false);
    return typesIn(cluster.store);
  }

  it('leaves a compacted document behind when most of it was dead', async () => {
    const types = await leave(1_100);
    expect(types.at(-1)).toBe('TreeDocumentCompacted');
    const hot = await loaded(cluster.store);
    expect(hot.document.getMap('items').size).toBe(2);
    expect(bytesOf(hot.document)).toBe(bytesOf((await loaded(noSnapshots(cluster.store))).document));
  });

  it('leaves a small document as it is', async () => {
    expect(await leave(200)).not.toContain('TreeDocumentCompacted');
  });

  it('is let go all the same when its document cannot be compacted', async () => {
    let now = Date.parse('2026-03-02T08:00:00Z');
    const node = await cluster.startWithAudit({
      clock: () => new Date(now),
      isReadable: (type) => type !== 'TreeDocumentCompacted',
    });
    const both = [...Array(2_200).keys()].map((n) => ({
      intent: rename(n % 2 ? PROCESS : id('i', 1), `nombre ${n}`),
      base: 4,
    }));
    await node.rooms.submit(AUDIT, cluster.directory.principal('marta'), both);
    now += HOUR;
    await node.rooms.sweep();
    expect(node.rooms.holds(AUDIT)).toBe(false);
    expect(await typesIn(cluster.store)).not.toContain('TreeDocumentCompacted');
  });
});

describe('the measure', () => {
  it.each([
    ['few structs, all but one dead', 1, 1_900, false],
    ['as many dead as living', 3_000, 3_000, false],
    ['more dead than living', 3_000, 3_001, true],
    ['many living, few dead', 5_000, 2_500, false],
  ])('%s', (_, living, dead, worth) => {
    const document = createTreeDocument('measured');
    const items = document.getMap('items');
    // Overwritten in alternation, so that dead structs under one key are not adjacent and do not merge.
    const keys = [...Array(living).keys()].map(String);
    document.transact(() => keys.forEach((key) => items.set(key, 0)));
    for (let n = 0; n < dead; n++) {
      const key = living === 1 ? (n % 2 ? '0' : 'other') : keys[n % living];
      if (key !== undefined) items.set(key, n);
    }
    expect(isWorthCompacting(document)).toBe(worth);
    expect(Y.encodeStateAsUpdate(document).length).toBeGreaterThan(0);
  });
});
