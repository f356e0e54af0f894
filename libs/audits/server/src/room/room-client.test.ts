import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoomConnection, memoryOutboxStore, Outbox, type RoomConnection } from '@cotejo/rooms/client';
import { NodeSocket } from '@cotejo/rooms/testing';
import {
  AUDIT,
  bytesOf,
  createRisk,
  id,
  PHASE,
  PROCESS,
  recordIn,
  rename,
  sessionOf,
  TestCluster,
  typesIn,
  type Name,
  type TestNode,
} from './cluster.fixture.ts';

let cluster: TestCluster;
let connections: RoomConnection[];

beforeEach(() => {
  cluster = new TestCluster();
  connections = [];
});

afterEach(async () => {
  for (const connection of connections) await connection.close();
  await cluster.stop();
});

/** The browser client, with a simulated online/offline signal and a choice of node. */
async function open(name: Name, node: TestNode) {
  const online = new Set<() => void>();
  const offline = new Set<() => void>();
  const on = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const room = `audit/${AUDIT}`;
  const outbox = await Outbox.open({ user: name, room, locks: null, store: memoryOutboxStore() });
  const connection = createRoomConnection({
    url: `${node.origin}/rooms`,
    kind: 'audit',
    id: AUDIT,
    user: name,
    outbox,
    WebSocket: NodeSocket,
    network: { isOffline: () => false, onOnline: on(online), onOffline: on(offline) },
    random: () => 0,
    getTicket: async () => sessionOf(name),
  });
  connections.push(connection);
  await connection.open();
  await expect.poll(() => connection.status.state).toBe('online');
  return {
    connection,
    goOffline: () => offline.forEach((listener) => listener()),
    goOnline: () => online.forEach((listener) => listener()),
  };
}

async function settled(connection: RoomConnection): Promise<void> {
  await expect.poll(() => connection.pendingCount).toBe(0);
}

describe("the browser's client in an audit", () => {
  it('converges with another one, and is told why work was refused', async () => {
    const node = await cluster.startWithAudit();
    const [marta, julio] = await Promise.all([open('marta', node), open('julio', node)]);
    marta.connection.submit(createRisk(1), 'one');
    marta.connection.submit({ kind: 'move_item', id: PHASE, parent: PROCESS }, 'a cycle');
    julio.connection.submit(rename(PROCESS, 'Compras y pagos'), 'rename');
    await Promise.all([settled(marta.connection), settled(julio.connection)]);
    await expect.poll(() => [marta.connection.version, julio.connection.version]).toEqual([6, 6]);
    expect(bytesOf(marta.connection.base)).toBe(bytesOf(julio.connection.base));
    expect(marta.connection.outbox.tray.map(({ label, code }) => [label, code])).toEqual([
      ['a cycle', 'would_create_cycle'],
    ]);
  });

  it('merges what was done offline with what others did meanwhile', async () => {
    const node = await cluster.startWithAudit();
    const [marta, julio] = await Promise.all([open('marta', node), open('julio', node)]);
    marta.goOffline();
    for (let n = 0; n < 30; n++) marta.connection.submit(createRisk(n), `risk ${n}`);
    julio.connection.submit(createRisk(5, 'de julio'), 'risk 5');
    await settled(julio.connection);
    expect(marta.connection.pendingCount).toBe(30);
    marta.goOnline();
    await settled(marta.connection);
    expect(marta.connection.outbox.tray.map(({ label, code }) => [label, code])).toEqual([
      ['risk 5', 'duplicate_id'],
    ]);
    await expect.poll(() => julio.connection.version).toBe(marta.connection.version);
    expect(recordIn(marta.connection.base, id('r', 5))?.name).toBe('de julio');
    expect(bytesOf(marta.connection.base)).toBe(bytesOf(julio.connection.base));
  });

  it('sees who else is there, under the names that the directory gives', async () => {
    const node = await cluster.startWithAudit();
    const [marta, gil] = await Promise.all([open('marta', node), open('gil', node)]);
    marta.connection.setPresence({ item: PROCESS, field: null });
    await expect
      .poll(() => gil.connection.peers.map(({ user, item }) => [user.name, item]))
      .toEqual([['marta Prueba', PROCESS]]);
    expect([marta.connection.mode, gil.connection.mode]).toEqual(['edit', 'read']);
  });

  it('goes on where it was when its room was given up, and nothing is done twice', async () => {
    const node = await cluster.startWithAudit();
    const marta = await open('marta', node);
    marta.connection.submit(createRisk(1), 'one');
    await settled(marta.connection);
    (await node.rooms.room(AUDIT))?.drop(new Error('as after an outage'));
    marta.connection.submit(createRisk(2), 'two');
    await settled(marta.connection);
    expect(recordIn(marta.connection.base, id('r', 2))?.name).toBe('Riesgo 2');
    expect(await typesIn(cluster.store)).toHaveLength(7);
    expect(marta.connection.outbox.tray).toEqual([]);
  });
});
