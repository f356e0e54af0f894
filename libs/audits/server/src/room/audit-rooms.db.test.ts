import * as Y from 'yjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RawIntent } from '@cotejo/audits-contracts';
import { createAuditModel } from '@cotejo/audits-domain';
import { createPostgresEventStore, migrateEventStore } from '@cotejo/event-store/postgres';
import type { EventStore } from '@cotejo/event-store';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { commandIdOf } from './intents/command-identity.ts';
import { HotAudit } from './documents/hot-audit.ts';
import {
  ACCOUNT,
  AUDIT,
  bytesOf,
  createAudit,
  createRisk,
  id,
  people,
  PHASE,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  typesIn,
} from './cluster.fixture.ts';

let database: TestDatabase;
let stores: EventStore[] = [];
let cluster: TestCluster;

beforeAll(async () => {
  database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
});

afterEach(async () => {
  await cluster.stop();
  for (const store of stores.splice(0)) await store.close();
});

afterAll(() => database.drop());

function openStore(): EventStore {
  const store = createPostgresEventStore({ connectionString: database.appUrl });
  stores.push(store);
  return store;
}

describe('rooms on Postgres', () => {
  it('of two nodes that write at once end with the same bytes, also when loaded from a snapshot', async () => {
    const [first, second] = [openStore(), openStore()];
    cluster = new TestCluster();
    const one = await cluster.startWithAudit({ settings: { snapshotEvery: 20 } }, first);
    const two = await cluster.start({}, second);
    const [marta, julio] = await Promise.all([one.connect('marta').synced(), two.connect('julio').synced()]);
    for (let n = 0; n < 60; n++) {
      marta.intent(id('o', 1), n, n % 3 ? rename(PROCESS, `m${n}`) : createRisk(n));
      julio.intent(id('o', 2), n, n % 2 ? createRisk(n) : { kind: 'move_item', id: PHASE, parent: PROCESS });
    }
    const both = [marta, julio];
    await Promise.all(both.map((client) => client.until(() => client.answers.length === 60)));
    const head = Number((await first.head(`audit-${AUDIT}`))?.version);
    await Promise.all(both.map((client) => client.until(() => client.version === head)));
    expect(marta.answers.map(({ seq }) => seq)).toEqual([...Array(60).keys()]);
    expect(bytesOf(julio.document)).toBe(bytesOf(marta.document));
    expect(await typesIn(first)).toHaveLength(head + 1);

    await one.stop();
    const three = await cluster.start({}, openStore());
    const gil = await three.connect('gil').synced();
    expect(bytesOf(gil.document)).toBe(bytesOf(marta.document));
    // A node started later gives the recorded answers.
    const back = await three.connect('julio').synced();
    back.intent(id('o', 2), 0, { kind: 'move_item', id: PHASE, parent: PROCESS });
    back.intent(id('o', 2), 1, createRisk(1));
    await back.until(() => back.answers.length === 2);
    expect(back.answers).toEqual(julio.answers.slice(0, 2));
  });

  it('hold the same bytes over a compaction, whatever order the database gives its JSON back in', async () => {
    cluster = new TestCluster();
    const audit = id('a', 8);
    const node = await cluster.start({}, openStore());
    await createAudit(node.rooms, audit);
    const [control, day] = [id('k', 1), '2026-03-02'];
    const intents: readonly RawIntent[] = [
      createRisk(1),
      createRisk(2),
      { kind: 'create_item', id: control, type: 'control', parent: id('r', 1), name: 'Segregación' },
      {
        kind: 'create_item',
        id: id('k', 2),
        type: 'reference',
        parent: id('r', 2),
        name: 'Segregación',
        target: { item: control, audit: null },
      },
      { kind: 'schedule_item', id: control, startDate: null, endDate: day },
      { kind: 'delete_item', id: id('r', 2) },
    ];
    const submit = async (more: readonly RawIntent[]) => {
      const envelopes = more.map((intent) => ({ intent, base: 99 }));
      const { outcomes } = await node.rooms.submit(audit, cluster.directory.principal('marta'), envelopes);
      expect(outcomes).toEqual(more.map(() => ({ ok: true })));
    };
    const lived = async () => (await node.rooms.room(audit))?.hot.document ?? new Y.Doc();
    const elsewhere = async () => {
      const { document } = (await HotAudit.load(openStore(), createAuditModel(), audit)) ?? {};
      return bytesOf(document ?? new Y.Doc());
    };
    await submit(intents);
    expect(await elsewhere()).toBe(bytesOf(await lived()));
    const compact = [{ intent: { kind: 'compact_document' }, base: 0 }];
    const { outcomes } = await node.rooms.submitAsSystem(audit, 'compaction', compact);
    expect(outcomes).toEqual([{ ok: true }]);
    await submit([rename(control, 'Segregación de funciones')]);
    expect(await elsewhere()).toBe(bytesOf(await lived()));
    await (await node.rooms.room(audit))?.saveSnapshot();
    await submit([rename(control, 'Otra vez'), { kind: 'restore_item', id: id('r', 2) }]);
    expect(await elsewhere()).toBe(bytesOf(await lived()));
  });

  it('do not carry out twice what the journal has forgotten, nor what came with it', async () => {
    cluster = new TestCluster();
    const audit = id('a', 7);
    const node = await cluster.start({}, openStore());
    await createAudit(node.rooms, audit);
    const marta = await node.connect('marta', { audit }).synced();
    marta.intent(id('o', 3), 0, createRisk(1));
    marta.intent(id('o', 3), 1, rename(PROCESS, 'by marta'));
    await marta.until(() => marta.answers.length === 2);
    marta.send({ t: 'confirm', session: id('o', 3), upTo: 1 });
    const julio = await node.connect('julio', { audit }).synced();
    julio.intent(id('o', 4), 0, rename(PROCESS, 'by julio'));
    await julio.until(() => julio.answers.length === 1);
    const commands = [0, 1].map((seq) =>
      commandIdOf({ account: ACCOUNT, user: people.marta.user, session: id('o', 3), seq }),
    );
    const [store] = stores;
    await expect
      .poll(async () => {
        await node.rooms.forgetting.flush();
        return store?.settled(commands);
      })
      .toEqual([]);
    const other = await cluster.start({}, openStore());
    const again = await other.connect('marta', { audit }).synced();
    again.intent(id('o', 3), 1, rename(PROCESS, 'by marta'));
    again.intent(id('o', 3), 2, rename(PHASE, 'new work'));
    await again.until(() => again.answers.length === 2);
    expect(again.answers.map(({ seq, outcome }) => [seq, outcome.ok])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(recordIn(again.document, PROCESS)?.name).toBe('by julio');
    expect(recordIn(again.document, PHASE)?.name).toBe('new work');
  });
});
